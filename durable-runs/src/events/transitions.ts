import { DAY_MS } from '@portage/primitives/durations';
import type { EventRefused } from './event-refused.ts';
import { type EventProblem, type EventState, pauseMs, type Removal, type Subscription, type WantedEvent } from './event-state.ts';
import { unregistered } from './subscriptions.ts';

/** A subscription that couldn't be removed for this long is left at the system. */
const GIVE_UP_MS = 7 * DAY_MS;

/** Nothing is listened for any more: schedules the removal of what is registered. */
export function release(state: EventState, nowMs: number, newId: () => string): EventState {
  const { wanted, subscription, attempt, removals } = state;
  if (!wanted) return { ...state, subscription: null, attempt: null, reading: null };
  const left: Subscription[] = [
    ...(subscription && subscription.subscriptionId !== null ? [subscription] : []),
    // It may have been registered or not. Only a system that lists its webhooks can tell.
    ...(attempt?.isUnknown && wanted.definition.find ? [unregistered(wanted)] : []),
  ];
  const more = left.map((one): Removal => buildRemoval(one, wanted, nowMs, newId));
  return { ...state, wanted: null, subscription: null, attempt: null, reading: null, removals: [...removals, ...more] };
}

export function buildRemoval(
  subscription: Subscription,
  { ownerUserId }: Pick<WantedEvent, 'ownerUserId'>,
  nowMs: number,
  newId: () => string,
): Removal {
  return { id: newId(), ownerUserId, subscription, attempts: 0, nextMs: nowMs, sinceMs: nowMs };
}

/** The removal to retry after a failure; null: give up. */
export function afterFailedRemoval(removal: Removal, error: EventRefused, nowMs: number): Removal | null {
  if (nowMs - removal.sinceMs >= GIVE_UP_MS) return null;
  const attempts = removal.attempts + 1;
  return { ...removal, attempts, nextMs: nowMs + pauseMs(attempts, error.retryAfterMs) };
}

export function problemAfter(before: EventProblem | null, error: EventRefused, nowMs: number): EventProblem {
  const attempts = (before?.attempts ?? 0) + 1;
  return {
    message: error.message,
    retryable: error.retryable,
    isUnauthorized: error.status === 401 || error.status === 403,
    attempts,
    nextMs: nowMs + pauseMs(attempts, error.retryAfterMs),
  };
}

/** Whether a failed call certainly changed nothing at the system. */
export function changedNothing({ status, retryable }: EventRefused): boolean {
  return status === null ? !retryable : status >= 400 && status < 500;
}
