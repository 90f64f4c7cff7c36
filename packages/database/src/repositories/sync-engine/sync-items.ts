import { storableJson, storableJsonText } from '@portage/primitives/storable';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../connect.ts';
import { type FlowHold, IS_STOPPED } from './flow-hold.ts';
import { itemJson, type SyncItemState, type SyncItemWrite } from './item-state.ts';

/** Counts of the sync in progress. `read` is the sum of the others. */
export interface SyncCounts {
  read: number;
  created: number;
  updated: number;
  unchanged: number;
  skipped: number;
  waiting: number;
  failed: number;
}

/** An item whose next attempt is due, with what is stored of the record as last read. */
export interface DueSyncItem extends SyncItemState {
  name: string;
  description: string | null;
  /** Null: it was too large to store. */
  sourceRecord: unknown;
}

/** Items whose next attempt is due. */
export async function listDueSyncItems(db: Database, flowId: string, before: Date, limit: number): Promise<DueSyncItem[]> {
  const { rows } = await db.execute<{ item: SyncItemState } & Omit<DueSyncItem, keyof SyncItemState>>(sql`
    select ${itemJson('i')} as item, i.name, i.description, i.source_record as "sourceRecord" from sync_items i
    where i.flow_id = ${flowId}::uuid and i.next_attempt_at <= ${before.toISOString()}::timestamptz
    order by i.next_attempt_at, i.source_item_id limit ${limit}`);
  return rows.map(({ item, ...kept }) => ({ ...item, ...kept }));
}

/** Which source records the target's records already belong to, in this flow and in other workflows' flows between the same records. */
export async function listSyncItemsOfTargets(
  db: Database,
  flowId: string,
  targetItemIds: readonly string[],
): Promise<{ sourceItemId: string; targetItemId: string }[]> {
  const { rows } = await db.execute<{ sourceItemId: string; targetItemId: string }>(sql`
    with own as (select owner_user_id, flow_key from sync_flows where id = ${flowId}::uuid),
    flows as (select f.id from sync_flows f join own on f.owner_user_id = own.owner_user_id and f.flow_key = own.flow_key
      where not exists (select from workflows w where w.id = f.workflow_id and w.is_deleted))
    select source_item_id as "sourceItemId", target_item_id as "targetItemId" from sync_items
    where flow_id in (select id from flows) and target_item_id in (select value from json_array_elements_text(${storableJson(targetItemIds)}::json))`);
  return rows;
}

/** What the flow last wrote of records, by their ids in the source. Omits those without anything stored: never written, or too large. */
export async function listLastWritten(
  db: Database,
  flowId: string,
  sourceItemIds: readonly string[],
): Promise<Map<string, Record<string, unknown>>> {
  const { rows } = await db.execute<{ sourceItemId: string; written: Record<string, unknown> }>(sql`
    select source_item_id as "sourceItemId", written from sync_items where flow_id = ${flowId}::uuid and written is not null
      and source_item_id in (select value from json_array_elements_text(${storableJson(sourceItemIds)}::json))`);
  return new Map(rows.map(({ sourceItemId, written }) => [sourceItemId, written]));
}

/** Some items of a flow with their records, last changed first. */
export async function listStoredRecords(db: Database, flowId: string, limit: number): Promise<StoredRecord[]> {
  const { rows } = await db.execute<StoredRecord & Record<string, unknown>>(sql`
    select source_item_id as "sourceItemId", source_record as "sourceRecord" from sync_items
    where flow_id = ${flowId}::uuid and source_record is not null order by last_updated_at desc, source_item_id desc limit ${limit}`);
  return rows;
}

export type StoredRecord = Pick<DueSyncItem, 'sourceItemId' | 'sourceRecord'>;

/** Writes items and the progress of the sync in one idempotent statement. It also returns whether the sync may continue. */
export async function writeSyncItems(
  db: Database,
  flow: { flowId: string; runId: string; counts: SyncCounts; at: Date; leaseUntil: Date },
  items: readonly SyncItemWrite[],
): Promise<FlowHold> {
  const at = flow.at.toISOString();
  const { counts } = flow;
  const { rows } = await db.execute<{ is_stopped: boolean }>(sql`
    with written as (
      insert into sync_items (flow_id, source_item_id, target_item_id, name, description, status, error, fingerprint, source_record, written, refusal, run_id,
        attempts, next_attempt_at, written_at, target_changed_at, doubt, created_at, last_updated_at)
      select ${flow.flowId}::uuid, i.source_item_id, i.target_item_id, i.name, i.description, i.status, i.error, i.fingerprint,
        ${unlessNull('i.source_record')}, ${unlessNull('i.written')}, ${unlessNull('i.refusal')}, ${flow.runId}, i.attempts::int, to_timestamp(i.next_attempt_ms::float8 / 1000),
        to_timestamp(i.written_ms::float8 / 1000), to_timestamp(i.target_changed_ms::float8 / 1000), i.doubt::json, ${at}::timestamptz, ${at}::timestamptz
      from rows from (${sql.join(toColumns(items), sql`, `)}) as i(source_item_id, target_item_id, name, description, status, error, fingerprint,
        attempts, next_attempt_ms, written_ms, target_changed_ms, doubt, source_record, written, refusal)
      on conflict (flow_id, source_item_id) do update set
        target_item_id = excluded.target_item_id, name = excluded.name, description = excluded.description, status = excluded.status,
        error = excluded.error, fingerprint = excluded.fingerprint, source_record = excluded.source_record,
        written = coalesce(excluded.written, sync_items.written), run_id = excluded.run_id,
        refusal = case when excluded.doubt is null then excluded.refusal else coalesce(excluded.refusal, sync_items.refusal) end, attempts = excluded.attempts, next_attempt_at = excluded.next_attempt_at,
        written_at = excluded.written_at, target_changed_at = excluded.target_changed_at, doubt = excluded.doubt,
        last_updated_at = excluded.last_updated_at
    )
    update sync_flows set read_count = ${counts.read}, created_count = ${counts.created}, updated_count = ${counts.updated},
      unchanged_count = ${counts.unchanged}, skipped_count = ${counts.skipped}, waiting_count = ${counts.waiting},
      failed_count = ${counts.failed}, lease_until = ${flow.leaseUntil.toISOString()}::timestamptz, last_updated_at = ${at}::timestamptz
    where id = ${flow.flowId}::uuid and running_run_id = ${flow.runId} returning ${IS_STOPPED} as is_stopped`);
  return { isOurs: rows.length > 0, isPaused: rows[0]?.is_stopped ?? false };
}

/**
 * One list per column: for a list of objects, which repeat their names, PostgreSQL would take a tenth longer. A column without any value has
 * an empty list: PostgreSQL fills up shorter ones with null.
 */
function toColumns(items: readonly SyncItemWrite[]): SQL[] {
  const filled = <T>(values: readonly (T | null)[]) => (values.some((value) => value !== null) ? values : []);
  const texts = (textOf: (item: SyncItemWrite) => string | number | null) =>
    sql`json_array_elements_text(${storableJson(filled(items.map(textOf)))}::json)`;
  const documents = (jsonOf: (item: SyncItemWrite) => string | null) =>
    sql`json_array_elements(${storableJsonText(`[${filled(items.map(jsonOf)).map((json) => json ?? 'null')}]`)}::json)`;
  return [
    texts(({ sourceItemId }) => sourceItemId),
    texts(({ targetItemId }) => targetItemId),
    texts(({ name }) => name),
    texts(({ description }) => description),
    texts(({ status }) => status),
    texts(({ error }) => error),
    texts(({ fingerprint }) => fingerprint),
    texts(({ attempts }) => attempts),
    texts(({ nextAttemptAtMs }) => nextAttemptAtMs),
    texts(({ writtenAtMs }) => writtenAtMs),
    texts(({ targetChangedAtMs }) => targetChangedAtMs),
    texts(({ doubt }) => (doubt === null ? null : JSON.stringify(doubt))),
    documents(({ sourceRecordJson }) => sourceRecordJson),
    documents(({ writtenJson }) => writtenJson),
    documents(({ refusalJson }) => refusalJson),
  ];
}

/** The JSON value null means no value. */
function unlessNull(column: string): SQL {
  return sql.raw(`case when json_typeof(${column}) <> 'null' then ${column} end`);
}
