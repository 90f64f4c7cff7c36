import type { SyncItemStatus } from '@portage/workflow';
/** What is known of a source record in one flow. */
export interface KnownItem {
  sourceItemId: string;
  targetItemId: string | null;
  status: SyncItemStatus;
  error: string | null;
  /** Of what was last written; null: nothing was, or it is to be written again. */
  fingerprint: string | null;
  /** Failures since the last success. */
  attempts: number;
  nextAttemptAtMs: number | null;
  writtenAtMs: number | null;
  /** The target's own time of the last write. */
  targetChangedAtMs: number | null;
}

/** What was last written to a record by the flow that goes the other way. */
export interface Echo {
  /** The record that it came from: in this flow's target. */
  otherItemId: string;
  writtenAtMs: number | null;
  targetChangedAtMs: number | null;
  /** When the other record had last changed as it was carried over; null: unknown. */
  otherChangedAtMs: number | null;
}
