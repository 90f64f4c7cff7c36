import { isInProgress, type ListedRun, RunHistory, runColumns, runPath } from '@portage/area-kit';
import { actionColumn, Button, EmptyState, Link, LinkButton, Span, Stack, type TableColumn } from '@portage/ui';
import { Ban, Eye, History, Pencil, RotateCcw, RotateCw } from 'lucide-react';
import { runBulk } from '../run-jobs/run-selection.tsx';
import { repairPath } from '../runs/repair-path.ts';
import { type RunActions, useRunActions } from '../runs/run-actions.tsx';
import { RunHistoryTabs } from '../runs/run-history-tabs.tsx';

/** /run-history: the person's own runs (spec RUN-01..08). */
export function RunHistoryPage() {
  const { actions, dialogs } = useRunActions();
  return (
    <>
      <RunHistory scope="own" columns={buildColumns(actions)} bulk={runBulk} emptyState={<NoRuns />} tabs={<RunHistoryTabs />} />
      {dialogs}
    </>
  );
}

function buildColumns(actions: RunActions): TableColumn<ListedRun>[] {
  return [
    {
      ...runColumns.workflow,
      render: (run) => (
        <Stack $gap={0.5}>
          {runColumns.workflow.render(run)}
          {run.failedStep ? (
            <Span $size="small">
              <Link href={repairPath(run)}>Fix this step</Link>
            </Span>
          ) : null}
        </Stack>
      ),
    },
    runColumns.status,
    runColumns.started,
    actionColumn({
      width: '220px',
      rowName: (run) => `the run of ${run.name}`,
      buttons: (run) => (
        <>
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
        </>
      ),
      menu: (run) => [
        ...(run.status === 'Succeeded' || run.status === 'Cancelled'
          ? [{ id: 'again', label: 'Run again', icon: <RotateCw aria-hidden />, onAction: () => actions.askToRunAgain(run) }]
          : []),
        { id: 'workflow', label: 'Open the workflow', icon: <Pencil aria-hidden />, href: `/workflows/${run.workflowId}/edit` },
        { id: 'runs', label: 'Runs of this workflow', icon: <History aria-hidden />, href: `/run-history?workflowId=${run.workflowId}` },
      ],
    }),
  ];
}

function NoRuns() {
  return (
    <EmptyState icon={<History aria-hidden />} title="No runs yet" action={<LinkButton href="/workflows">Go to Workflows</LinkButton>}>
      Press Run on a workflow, or call its webhook, and follow what happens here. <Link href="/help/runs">How to read a run</Link>
    </EmptyState>
  );
}
