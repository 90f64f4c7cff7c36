import { isInProgress, type ListedRun, type ListedRuns, type RunBulk } from '@portage/area-kit';
import { withoutUndefined } from '@portage/primitives/without-undefined';
import { Button, formatDateTime, MenuButton, type RowSelection, SelectionBar } from '@portage/ui';
import { Ban, ListChecks, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { RunJobDialog, type RunJobWish } from './run-job-dialog.tsx';
import { RunJobList } from './run-job-list.tsx';
import { countOfRuns } from './run-job-words.ts';

/** Runs selected in Run History, or all that match its filter, are changed together by a job. */
export const runBulk: RunBulk = {
  canSelect: ({ status }) => status === 'Failed' || isInProgress(status),
  rowName: (run) => `the run of ${run.name} of ${formatDateTime(run.startedAt ?? run.createdAt)}`,
  render: (selection, listed) => <RunBulkBar selection={selection} listed={listed} />,
};

interface RunBulkBarProps {
  selection: RowSelection<ListedRun>;
  listed: ListedRuns;
}

function RunBulkBar({ selection, listed: { totalCount, query } }: RunBulkBarProps) {
  const [wish, setWish] = useState<RunJobWish | null>(null);
  const { workflowId, workflowInstanceStatus: status, workflowStartedAtStart: startedFrom, workflowStartedAtEnd: startedTo } = query;
  const filter = withoutUndefined({
    ...{ workflowId, status, startedFrom, startedTo, tagValue: query.tagValue, content: query.content },
    withoutTests: query.withoutTests ? true : undefined,
    isTagExact: query.isTagExact ? true : undefined,
  });
  const { selected } = selection;
  const toRerun = selected.filter((run) => run.status === 'Failed').map(({ id }) => id);
  const toCancel = selected.filter((run) => isInProgress(run.status)).map(({ id }) => id);
  const ofAll = (kind: RunJobWish['kind']) => setWish({ kind, selection: { filter } });
  const ofSelected = (kind: RunJobWish['kind'], runIds: string[]) => setWish({ kind, selection: { runIds } });
  return (
    <>
      <RunJobList />
      <SelectionBar
        selection={selection}
        idle={
          totalCount > 0 ? (
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
          ) : null
        }
      >
        {toRerun.length > 0 ? (
          <Button size="dense" icon={<RotateCcw aria-hidden />} onPress={() => ofSelected('Rerun', toRerun)}>
            Re-run {countOfRuns(toRerun.length)}
          </Button>
        ) : null}
        {toCancel.length > 0 ? (
          <Button size="dense" icon={<Ban aria-hidden />} onPress={() => ofSelected('Cancel', toCancel)}>
            Cancel {countOfRuns(toCancel.length)}
          </Button>
        ) : null}
      </SelectionBar>
      {wish ? (
        <RunJobDialog
          wish={wish}
          onClose={() => setWish(null)}
          onBegun={() => {
            setWish(null);
            selection.set(selected, false);
          }}
        />
      ) : null}
    </>
  );
}
