import { isInProgress, type ListedRun } from '@portage/area-kit';

type RunState = Pick<ListedRun, 'id' | 'status'>;

/** A run that can be re-run or cancelled. */
export function isChangeable({ status }: RunState): boolean {
  return status === 'Failed' || isInProgress(status);
}

export interface ChosenRuns {
  toRerun: string[];
  toCancel: string[];
}

/**
 * What can be done with chosen runs. A run that has ended cannot be cancelled.
 *
 * @param chosen with the state that each run had when it was chosen
 * @param rows the runs of the shown page, whose states are newer
 */
export function chosenRuns(chosen: ReadonlyMap<string, ListedRun['status']>, rows: readonly RunState[]): ChosenRuns {
  const newer = new Map(rows.map(({ id, status }) => [id, status]));
  const runs = [...chosen].map(([id, status]) => ({ id, status: newer.get(id) ?? status }));
  return {
    toRerun: runs.filter(({ status }) => status === 'Failed').map(({ id }) => id),
    toCancel: runs.filter(({ status }) => isInProgress(status)).map(({ id }) => id),
  };
}
