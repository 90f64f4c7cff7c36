import type { SyncItemStatus } from '@portage/workflow';
/** What is stored about a source record in one flow. */
export interface StoredItem {
  sourceItemId: string;
  targetItemId: string | null;
  status: SyncItemStatus;
  error: string | null;
  /** Fingerprint of the last write; null: nothing was written, or it's to be written again. */
  fingerprint: string | null;
  /** Failures since the last success. */
  attempts: number;
  nextAttemptAtMs: number | null;
  writtenAtMs: number | null;
  /** The target's own time of the last write. */
  targetChangedAtMs: number | null;
  doubt: Doubt | null;
}

/** The target may have the record although a search doesn't find it. */
export interface Doubt {
  /** Since when its creation may have happened; null: it hasn't, but another sync may be creating it. */
  sinceMs: number | null;
  /** Of that creation; null: unknown. */
  idempotencyKey: string | null;
  /** The target accepted the record without returning an id: it's created again only if a person asks for it. */
  isAccepted?: true;
}

/** The last write to a record by the flow in the other direction. */
export interface Echo {
  /** The record it came from: in this flow's target. */
  otherItemId: string;
  writtenAtMs: number | null;
  targetChangedAtMs: number | null;
  /** When the other record had last changed by the time it was carried over; null: unknown. */
  otherChangedAtMs: number | null;
}
