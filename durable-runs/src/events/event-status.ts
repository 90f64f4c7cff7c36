import type { EventStatus } from '@portage/contracts';
import type { EventState } from './event-state.ts';

const OFF: EventStatus = {
  state: 'off',
  mode: null,
  message: null,
  retryable: false,
  isUnauthorized: false,
  lastReadAt: null,
  nextReadAt: null,
  renewsAt: null,
  waitingEvents: 0,
  pendingRemovals: 0,
};

/** The status of an event, for people. */
export function buildEventStatus(state: EventState | null, waitingEvents: number): EventStatus {
  if (!state) return OFF;
  const { wanted, problem, startProblem, reading, subscription, removals } = state;
  const common = { ...OFF, waitingEvents, pendingRemovals: removals.length };
  const failing = problem ?? startProblem ?? (reading?.message ? { message: reading.message, retryable: true } : null);
  const isUnauthorized = problem?.isUnauthorized ?? false;
  if (!wanted)
    return failing ? { ...common, state: 'failing', message: failing.message, retryable: failing.retryable, isUnauthorized } : common;
  return {
    ...common,
    state: failing ? 'failing' : 'listening',
    mode: wanted.mode,
    message: failing?.message ?? null,
    retryable: failing?.retryable ?? false,
    isUnauthorized,
    lastReadAt: iso(reading?.lastReadMs),
    nextReadAt: iso(reading?.nextReadMs),
    renewsAt: iso(subscription?.renewsAtMs),
  };
}

function iso(ms: number | null | undefined): string | null {
  return typeof ms === 'number' ? new Date(ms).toISOString() : null;
}
