import type { RunStatus } from '@portage/contracts';

/** The only table of a run's states (spec ENG-01, durable-runs/README.md). Only a person can continue a Failed run. */
const transitions: Record<RunStatus, readonly RunStatus[]> = {
  Scheduled: ['InProgress', 'Failed', 'Cancelled'],
  InProgress: ['Delayed', 'Succeeded', 'Failed', 'Cancelled'],
  Delayed: ['InProgress', 'Failed', 'Cancelled'],
  Succeeded: [],
  Failed: ['InProgress'],
  Cancelled: [],
};

/** Spec ENG-03: Scheduled, InProgress and Delayed runs are in progress; all others have ended. */
export function hasEnded(status: RunStatus): boolean {
  return status === 'Succeeded' || status === 'Failed' || status === 'Cancelled';
}

/** @throws when the table has no such transition: a bug in the engine, never in a workflow. */
export function checkTransition(from: RunStatus, to: RunStatus): void {
  if (from !== to && !transitions[from].includes(to)) throw new Error(`A run cannot go from ${from} to ${to}`);
}
