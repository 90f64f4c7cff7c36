import type { RunJobAction } from '@portage/contracts';
import { formatNumber } from '@portage/ui';
import type { RunJob } from './run-job-queries.ts';

export function countOfRuns(count: number): string {
  return count === 1 ? '1 run' : `${formatNumber(count)} runs`;
}

const doing: Readonly<Record<RunJobAction, string>> = {
  Continue: 'Re-running',
  ContinueRepaired: 'Re-running',
  StartNew: 'Re-running',
  Cancel: 'Cancelling',
};
const done: Readonly<Record<RunJobAction, string>> = {
  Continue: 'continued',
  ContinueRepaired: 'continued',
  StartNew: 'started again',
  Cancel: 'cancelled',
};

/** "Re-running 37 runs", "Cancelled 3 of 5 runs". */
export function jobTitle({ action, status, totalCount }: Pick<RunJob, 'action' | 'status' | 'totalCount'>): string {
  const what = action === 'Cancel' ? 'Cancelling' : 'Re-running';
  if (status === 'Running') return `${doing[action]} ${countOfRuns(totalCount)}`;
  return status === 'Stopped' ? `${what} ${countOfRuns(totalCount)} was stopped` : `${what} ${countOfRuns(totalCount)} is finished`;
}

/** "35 continued, 2 not possible". */
export function jobProgress({ action, doneCount, refusedCount, totalCount, status }: RunJob): string {
  const left = totalCount - doneCount - refusedCount;
  const parts = [
    `${formatNumber(doneCount)} ${done[action]}`,
    refusedCount > 0 ? `${formatNumber(refusedCount)} not possible` : null,
    left > 0 ? `${formatNumber(left)} ${status === 'Running' ? 'to go' : 'left as they were'}` : null,
  ];
  return parts.filter((part) => part !== null).join(', ');
}
