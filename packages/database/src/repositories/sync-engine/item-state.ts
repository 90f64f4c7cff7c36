import type { SyncItemStatus } from '@portage/workflow';
import { sql } from 'drizzle-orm';
import type { SyncDoubt } from '../../schema/sync.ts';

/** An item as the engine reads it; instants in ms since the epoch. */
export interface SyncItemState {
  sourceItemId: string;
  targetItemId: string | null;
  status: SyncItemStatus;
  error: string | null;
  fingerprint: string | null;
  attempts: number;
  nextAttemptAtMs: number | null;
  writtenAtMs: number | null;
  targetChangedAtMs: number | null;
  doubt: SyncDoubt | null;
}

export interface SyncItemWrite extends SyncItemState {
  name: string;
  description: string | null;
  /** The record as JSON; null: it is too large to store. */
  sourceRecordJson: string | null;
  /** What was written, as JSON; null: the stored value stays. */
  writtenJson: string | null;
  /** The last refusal, as JSON. Null: there was none, or the record is still in doubt and the stored refusal stays. */
  refusalJson: string | null;
}

export function toEpochMs(column: string) {
  return sql.raw(`(extract(epoch from ${column}) * 1000)::bigint`);
}

export function itemJson(alias: string) {
  const of = (column: string) => sql.raw(`${alias}.${column}`);
  return sql`json_build_object('sourceItemId', ${of('source_item_id')}, 'targetItemId', ${of('target_item_id')}, 'status', ${of('status')},
    'error', ${of('error')}, 'fingerprint', ${of('fingerprint')}, 'attempts', ${of('attempts')},
    'nextAttemptAtMs', ${toEpochMs(`${alias}.next_attempt_at`)}, 'writtenAtMs', ${toEpochMs(`${alias}.written_at`)},
    'targetChangedAtMs', ${toEpochMs(`${alias}.target_changed_at`)}, 'lastUpdatedAtMs', ${toEpochMs(`${alias}.last_updated_at`)},
    'doubt', ${of('doubt')})`;
}
