import type { ListedRun, ListedRuns } from '@portage/area-kit';
import { withoutUndefined } from '@portage/primitives/without-undefined';
import { Button, Checkbox, formatDateTime, Hidden, Inline, MenuButton } from '@portage/ui';
import { Ban, ListChecks, RotateCcw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { chosenRuns, isChangeable } from './chosen-runs.ts';
import { RunJobDialog, type RunJobWish } from './run-job-dialog.tsx';
import { RunJobList } from './run-job-list.tsx';
import { countOfRuns } from './run-job-words.ts';

export interface RunSelection {
  /** The checkbox of a row; null if nothing can be done with the run. */
  boxOf: (run: ListedRun) => ReactNode;
  above: (listed: ListedRuns) => ReactNode;
}

/** Runs selected in Run History, or all that match its filter, to be changed together. */
export function useRunSelection(): RunSelection {
  const [chosen, setChosen] = useState<ReadonlyMap<string, ListedRun['status']>>(new Map());
  const [wish, setWish] = useState<RunJobWish | null>(null);
  const choose = (runs: readonly ListedRun[], isChosen: boolean) =>
    setChosen((before) => {
      const after = new Map(before);
      for (const { id, status } of runs) {
        if (isChosen) after.set(id, status);
        else after.delete(id);
      }
      return after;
    });

  const boxOf = (run: ListedRun) =>
    isChangeable(run) ? (
      <Checkbox value={chosen.has(run.id)} onChange={(isChosen) => choose([run], isChosen)}>
        <Hidden>
          Choose the run of {run.name} of {formatDateTime(run.startedAt ?? run.createdAt)}
        </Hidden>
      </Checkbox>
    ) : null;

  const above = ({ rows, totalCount, query }: ListedRuns) => {
    const changeable = rows.filter(isChangeable);
    const chosenRows = changeable.filter(({ id }) => chosen.has(id));
    const { workflowId, workflowInstanceStatus: status, workflowStartedAtStart: startedFrom, workflowStartedAtEnd: startedTo } = query;
    const filter = withoutUndefined({
      ...{ workflowId, status, startedFrom, startedTo, tagValue: query.tagValue, content: query.content },
      withoutTests: query.withoutTests ? true : undefined,
      isTagExact: query.isTagExact ? true : undefined,
    });
    const ofAll = (kind: RunJobWish['kind']) => setWish({ kind, selection: { filter } });
    const ofChosen = (kind: RunJobWish['kind'], runIds: string[]) => setWish({ kind, selection: { runIds } });
    const { toRerun, toCancel } = chosenRuns(chosen, rows);
    return (
      <>
        <RunJobList />
        {totalCount > 0 ? (
          <Inline $gap={3}>
            {changeable.length > 0 ? (
              <Checkbox
                value={chosenRows.length === changeable.length}
                isIndeterminate={chosenRows.length > 0 && chosenRows.length < changeable.length}
                onChange={(isChosen) => choose(changeable, isChosen)}
              >
                Choose all on this page
              </Checkbox>
            ) : null}
            {toRerun.length > 0 ? (
              <Button size="dense" icon={<RotateCcw aria-hidden />} onPress={() => ofChosen('Rerun', toRerun)}>
                Re-run {countOfRuns(toRerun.length)}
              </Button>
            ) : null}
            {toCancel.length > 0 ? (
              <Button size="dense" icon={<Ban aria-hidden />} onPress={() => ofChosen('Cancel', toCancel)}>
                Cancel {countOfRuns(toCancel.length)}
              </Button>
            ) : null}
            {toRerun.length + toCancel.length > 0 ? null : (
              <MenuButton
                label="All that match"
                size="dense"
                icon={<ListChecks aria-hidden />}
                entries={[
                  {
                    id: 'rerun',
                    label: 'Re-run all failed runs that match…',
                    icon: <RotateCcw aria-hidden />,
                    onAction: () => ofAll('Rerun'),
                  },
                  {
                    id: 'cancel',
                    label: 'Cancel all runs in progress that match…',
                    icon: <Ban aria-hidden />,
                    onAction: () => ofAll('Cancel'),
                  },
                ]}
              />
            )}
          </Inline>
        ) : null}
        {wish ? (
          <RunJobDialog
            wish={wish}
            onClose={() => setWish(null)}
            onBegun={() => {
              setWish(null);
              setChosen(new Map());
            }}
          />
        ) : null}
      </>
    );
  };
  return { boxOf, above };
}
