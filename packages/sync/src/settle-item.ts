import { HOUR_MS, MINUTE_MS } from '@portage/primitives/durations';
import type { SyncItemStatus } from '@portage/workflow';
import type { Decision } from './decide-item.ts';
import type { Doubt, StoredItem } from './item.ts';

/** A call about a record that the target refused, or gave no usable response to. */
export interface RefusedCall {
  method: string;
  url: string;
  /** As it was sent; null: nothing was sent. */
  body: unknown;
  /** Null: no response came. */
  status: number | null;
  response: unknown;
}

export type WriteResult =
  | {
      kind: 'written';
      /** Unchanged: the target's record had all values already, so nothing was sent. */
      how: 'created' | 'updated' | 'unchanged';
      targetItemId: string;
      fingerprint: string | null;
      targetChangedAtMs: number | null;
      /** Which change in the target it replaced; absent: none, as far as is known. */
      overwritten?: string | null;
      /** Paths at which the target's own change stays; absent: none. */
      kept?: readonly string[];
    }
  /** `targetChangedAtMs`: change time of the target's record, if it's known to be as it should be. */
  | {
      kind: 'skipped';
      reason: string;
      fingerprint: string | null;
      targetItemId: string | null;
      targetChangedAtMs?: number | null;
      /** The target's record was archived. */
      isArchived?: true;
    }
  /** `passes`: the same write may succeed later (the network, too many calls). */
  | {
      kind: 'failed';
      message: string;
      passes: boolean;
      /** The linked target record, and its change time when both sides were equal: the next attempt must know them. */
      linked?: Pick<StoredItem, 'targetItemId' | 'targetChangedAtMs'>;
      /** The target may have the record anyway. Absent: an earlier doubt stays. */
      doubt?: Doubt;
      /** Absent: no call was made. */
      call?: RefusedCall | undefined;
    }
  /** The target may have the record although it wasn't found: the next attempt searches again. */
  | { kind: 'doubt'; message: string; doubt: Doubt; retryAtMs: number; call?: RefusedCall | undefined }
  /** Something missing in the target must be added there first: each sync checks again. */
  | { kind: 'waits'; message: string }
  /** Another source record claims the same key or record in the target: no attempt helps until one of the two changes. */
  | { kind: 'conflict'; message: string };

/** An item's row after the attempt. */
export interface SettledItem extends StoredItem {
  outcome: 'created' | 'updated' | 'unchanged' | 'archived' | 'skipped' | 'waiting' | 'failed';
  /** Absent: none was refused. */
  call?: RefusedCall;
}

/** Pauses after temporary failures; the item is InProgress meanwhile. */
const passingPausesMs = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS];
/** Pauses after refusals: the item is in Error at once, and is retried now and then in case the target was fixed. */
const refusedPausesMs = [15 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS];

/** The row of an item after a write. @param fingerprint of the attempted write, so a failed write of an unchanged record keeps its pause */
export function settleWrite(
  known: StoredItem | null,
  sourceItemId: string,
  result: WriteResult,
  fingerprint: string | null,
  nowMs: number,
): SettledItem {
  const before = known ?? newItem(sourceItemId);
  switch (result.kind) {
    case 'written':
      return {
        ...before,
        targetItemId: result.targetItemId,
        status: 'Success',
        error: result.overwritten ?? null,
        fingerprint: result.fingerprint,
        attempts: 0,
        nextAttemptAtMs: null,
        writtenAtMs: nowMs,
        targetChangedAtMs: result.targetChangedAtMs,
        doubt: null,
        outcome: result.how,
      };
    case 'skipped':
      return {
        ...before,
        targetItemId: result.targetItemId ?? before.targetItemId,
        targetChangedAtMs: result.targetChangedAtMs ?? before.targetChangedAtMs,
        status: 'Skipped',
        error: result.reason,
        fingerprint: result.fingerprint,
        attempts: 0,
        nextAttemptAtMs: null,
        doubt: null,
        outcome: result.isArchived ? 'archived' : 'skipped',
      };
    case 'doubt':
      return {
        ...before,
        status: 'InProgress',
        error: result.message,
        fingerprint,
        nextAttemptAtMs: result.retryAtMs,
        doubt: result.doubt,
        outcome: 'waiting',
        ...(result.call ? { call: result.call } : {}),
      };
    case 'failed': {
      // A record that changed since it failed starts over.
      const attempts = before.fingerprint === fingerprint ? before.attempts + 1 : 1;
      const pauseMs = (result.passes ? passingPausesMs : refusedPausesMs)[attempts - 1] ?? null;
      const status: SyncItemStatus = result.passes && pauseMs !== null ? 'InProgress' : 'Error';
      return {
        ...before,
        ...result.linked,
        status,
        error: result.message,
        fingerprint,
        attempts,
        nextAttemptAtMs: pauseMs === null ? null : nowMs + pauseMs,
        doubt: result.doubt ?? before.doubt,
        outcome: 'failed',
        ...(result.call ? { call: result.call } : {}),
      };
    }
    case 'waits':
      // The target was asked before, and has no such record.
      return { ...waiting(before, result.message, nowMs), doubt: null };
    case 'conflict':
      return { ...before, status: 'Error', error: result.message, fingerprint, attempts: 0, nextAttemptAtMs: null, outcome: 'failed' };
    default:
      return result satisfies never;
  }
}

/** The error text an item shared with others in a conflict, if its own conflict is over; null: it had none, or still has it. */
export function endedConflict(known: StoredItem | null, settled: StoredItem): string | null {
  const wasInConflict = known?.status === 'Error' && known.attempts === 0 && known.fingerprint !== null;
  return wasInConflict && settled.error !== known.error ? known.error : null;
}

/** The row of an item that needs no call. Null: nothing changes. */
export function settleDecision(known: StoredItem | null, sourceItemId: string, decision: Decision, nowMs: number): SettledItem | null {
  switch (decision.kind) {
    case 'skip':
      return settleWrite(known, sourceItemId, { ...decision, kind: 'skipped' }, decision.fingerprint, nowMs);
    case 'wait':
      return waiting(known ?? newItem(sourceItemId), decision.message, nowMs);
    case 'error':
      // Only the source can fix it, and then the record changes.
      return {
        ...(known ?? newItem(sourceItemId)),
        status: 'Error',
        error: decision.message,
        fingerprint: null,
        nextAttemptAtMs: null,
        outcome: 'failed',
      };
    case 'unchanged':
    case 'update':
    case 'find':
    case 'archive':
      return null;
    default:
      return decision satisfies never;
  }
}

/** Each sync retries it. */
function waiting(before: StoredItem, error: string, nowMs: number): SettledItem {
  return { ...before, status: 'InProgress', error, fingerprint: null, nextAttemptAtMs: nowMs, outcome: 'waiting' };
}

function newItem(sourceItemId: string): StoredItem {
  return {
    sourceItemId,
    targetItemId: null,
    status: 'InProgress',
    error: null,
    fingerprint: null,
    attempts: 0,
    nextAttemptAtMs: null,
    writtenAtMs: null,
    targetChangedAtMs: null,
    doubt: null,
  };
}
