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
  doubt: Doubt | null;
}

/** The target may have a record although it is not found there. */
export interface Doubt {
  /** Since its creation may have happened; null: it has not, but another sync may be creating it. */
  sinceMs: number | null;
  /** Of that creation; null: not known. */
  idempotencyKey: string | null;
  /** The target accepted the record without naming an id: it is created again only if a person asks for it. */
  isAccepted?: true;
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
