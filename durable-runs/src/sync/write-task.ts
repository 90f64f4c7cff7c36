import type { Decision, FlowDefinition, KnownItem, SourceRecord } from '@portage/sync';
import type { Standing } from './claim-records.ts';
import type { OpenSide } from './entity-calls.ts';
import type { FindKey, KnownKeys } from './find-records.ts';
import type { CurrentRecords } from './read-current-records.ts';

export interface WriteTask {
  flow: FlowDefinition;
  target: OpenSide;
  record: SourceRecord;
  known: KnownItem | null;
  decision: Extract<Decision, { kind: 'update' | 'find' | 'archive' }>;
  /** By which the target may have the record, in the order in which they are tried. */
  keys: readonly FindKey[];
  many: KnownKeys;
  current: CurrentRecords;
  standing: Standing;
  /** Another record of the source that the target's record belongs to already; null: there is none. */
  ownerOf(targetItemId: string): Promise<string | null>;
  onConflict(otherSourceItemId: string, message: string): Promise<void>;
  /** What was written last of the record, by the names of the fields; null: it is not known. */
  lastWritten(): Promise<Record<string, unknown> | null>;
  idempotencyKey: string;
  /** The record was sent with others, and whether the target has written it isn't known. */
  mayBeWritten: boolean;
  /** Notes that a creation leaves, for targets that cannot be asked for it afterwards. */
  noteSent(): void;
}
