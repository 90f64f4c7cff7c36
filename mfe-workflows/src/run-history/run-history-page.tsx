import {
  Button,
  EmptyState,
  isInProgress,
  LinkButton,
  type ListedRun,
  RowActions,
  RunHistory,
  runColumns,
  runPath,
  type TableColumn,
} from '@portage/ui';
import { Ban, Bell, Eye, History, RotateCcw } from 'lucide-react';
import { type RunActions, useRunActions } from '../runs/run-actions.tsx';

/** /run-history: the person's own runs (spec RUN-01..08). */
export function RunHistoryPage() {
  const { actions, dialogs } = useRunActions();
  return (
    <>
      <RunHistory
        scope="own"
        columns={columnsOf(actions)}
        emptyState={<NoRuns />}
        actions={
          <LinkButton href="/run-history/alerts">
            <Bell aria-hidden size={16} />
            Alerts
          </LinkButton>
        }
      />
      {dialogs}
    </>
  );
}

function columnsOf(actions: RunActions): TableColumn<ListedRun>[] {
  return [
    runColumns.workflow,
    runColumns.status,
    runColumns.started,
    {
      id: 'action',
      header: 'Action',
      align: 'right',
      width: '220px',
      render: (run) => (
        <RowActions>
          {run.status === 'Failed' ? (
            <Button size="dense" icon={<RotateCcw aria-hidden />} shortIcon={<RotateCcw />} onPress={() => actions.askToRerun(run)}>
              Re-run
            </Button>
          ) : null}
          {isInProgress(run.status) ? (
            <Button size="dense" icon={<Ban aria-hidden />} shortIcon={<Ban />} onPress={() => actions.askToCancel(run)}>
              Cancel
            </Button>
          ) : null}
          <LinkButton size="dense" shortIcon={<Eye />} href={runPath(run.id)}>
            View
          </LinkButton>
        </RowActions>
      ),
    },
  ];
}

function NoRuns() {
  return (
    <EmptyState icon={<History aria-hidden />} title="No runs yet" action={<LinkButton href="/workflows">Go to Workflows</LinkButton>}>
      Press Run on a workflow, or call its webhook, and follow what happens here.
    </EmptyState>
  );
}
