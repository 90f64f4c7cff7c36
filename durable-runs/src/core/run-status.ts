import type { RunStatus } from '@portage/contracts';

/** The one table of a run's states (spec ENG-01, durable-runs/README.md). Only a person's continue leads out of Failed. */
const transitions: Record<RunStatus, readonly RunStatus[]> = {
  Scheduled: ['InProgress', 'Failed', 'Cancelled'],
  InProgress: ['Delayed', 'Succeeded', 'Failed', 'Cancelled'],
  Delayed: ['InProgress', 'Failed', 'Cancelled'],
  Succeeded: [],
  Failed: ['InProgress'],
  Cancelled: [],
};

/** Spec ENG-03: Scheduled, InProgress and Delayed runs are in progress; the others have ended. */
export function hasEnded(status: RunStatus): boolean {
  return status === 'Succeeded' || status === 'Failed' || status === 'Cancelled';
}

/** @throws when the table has no such way: a fault of the engine, never of a workflow. */
export function checkTransition(from: RunStatus, to: RunStatus): void {
  if (from !== to && !transitions[from].includes(to)) throw new Error(`A run cannot go from ${from} to ${to}`);
}
