import type { Decision, FindKey, FlowDefinition, SourceRecord, StoredItem } from '@portage/sync';
import type { Standing } from './claim-records.ts';
import type { OpenSide } from './entity-calls.ts';
import type { SearchedKeys } from './find-records.ts';
import type { CurrentRecords } from './read-current-records.ts';

export interface WriteTask {
  flow: FlowDefinition;
  target: OpenSide;
  record: SourceRecord;
  known: StoredItem | null;
  decision: Extract<Decision, { kind: 'update' | 'find' | 'archive' }>;
  /** Keys by which the target may have the record, in the order in which they are tried. */
  keys: readonly FindKey[];
  many: SearchedKeys;
  current: CurrentRecords;
  standing: Standing;
  /** Another source record that is already linked to the target record; null if none is. */
  ownerOf(targetItemId: string): Promise<string | null>;
  onConflict(otherSourceItemId: string, message: string): Promise<void>;
  /** What was last written of the record, by field name; null: unknown. */
  lastWritten(): Promise<Record<string, unknown> | null>;
  idempotencyKey: string;
  /** The record was sent with others, and it isn't known whether the target has written it. */
  mayBeWritten: boolean;
  /** Notes a creation that is about to be sent, for targets that can't be searched afterwards. */
  noteSent(): void;
}
