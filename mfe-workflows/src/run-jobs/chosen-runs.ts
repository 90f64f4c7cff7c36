import { isInProgress, type ListedRun } from '@portage/area-kit';

type RunState = Pick<ListedRun, 'id' | 'status'>;

export function isChangeable({ status }: RunState): boolean {
  return status === 'Failed' || isInProgress(status);
}

export interface ChosenRuns {
  toRerun: string[];
  toCancel: string[];
}

/**
 * What can be done with the selected runs. A finished run can't be canceled.
 *
 * @param chosen the selected runs, with their states when selected
 * @param rows the runs of the page, whose states are newer
 */
export function chosenRuns(chosen: ReadonlyMap<string, ListedRun['status']>, rows: readonly RunState[]): ChosenRuns {
  const newer = new Map(rows.map(({ id, status }) => [id, status]));
  const runs = [...chosen].map(([id, status]) => ({ id, status: newer.get(id) ?? status }));
  return {
    toRerun: runs.filter(({ status }) => status === 'Failed').map(({ id }) => id),
    toCancel: runs.filter(({ status }) => isInProgress(status)).map(({ id }) => id),
  };
}
