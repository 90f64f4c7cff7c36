import type { RunTag } from '@portage/contracts';
import { DateTime, Link, Muted, Problem, Span, Stack, size, type TableColumn } from '@portage/ui';
import { failedStepsText } from '../status/run-progress.ts';
import { StatusBadge } from '../status/run-status.tsx';
import { failureText, runFacts } from './run-facts.ts';
import type { ListedRun } from './run-list.ts';
import { RunTags } from './run-tags.tsx';

function RunNameCell({ run }: { run: ListedRun }) {
  const reason = failureText(run);
  return (
    <Stack $gap={0.5}>
      <Link href={runPath(run.id)}>{run.name}</Link>
      {reason ? (
        <Problem as="span" $size="small" $weight="regular" $breaks title={run.errorMessage ?? undefined}>
          {reason}
        </Problem>
      ) : null}
      <RunTags tags={run.tags ?? identityTags(run.identity)} />
    </Stack>
  );
}

/** A run without tags shows the value by which a person recognizes it. */
function identityTags(identity: ListedRun['identity']): RunTag[] {
  return identity ? [{ name: identity.path || 'payload', value: identity.value }] : [];
}

function RunStartCell({ run }: { run: ListedRun }) {
  const facts = runFacts(run);
  return (
    <Stack $gap={0.5}>
      <DateTime value={run.startedAt ?? run.createdAt} />
      {facts ? (
        <Muted $size="small" $isNumber>
          {facts}
        </Muted>
      ) : null}
    </Stack>
  );
}

function RunStatusCell({ run }: { run: ListedRun }) {
  const failedSteps = failedStepsText(run.failedSteps);
  return (
    <Stack $gap={0.5}>
      <div>
        <StatusBadge status={run.status} failedSteps={run.failedSteps} />
      </div>
      {failedSteps ? (
        <Span $color="warning" $size="tiny">
          {failedSteps}
        </Span>
      ) : null}
    </Stack>
  );
}

/** The path of the page that shows a run. */
export function runPath(runId: string): string {
  return `/run-history/${encodeURIComponent(runId)}/view`;
}

/** The columns of every list of runs (spec RUN-02). */
export const runColumns = {
  workflow: { id: 'workflow', header: 'Workflow', isYielding: true, render: (run) => <RunNameCell run={run} /> },
  status: { id: 'status', header: 'Status', width: size.statusColumn, render: (run) => <RunStatusCell run={run} /> },
  started: {
    id: 'started',
    header: 'Started',
    isSortable: true,
    sortsFirst: 'descending',
    width: size.timeColumn,
    render: (run) => <RunStartCell run={run} />,
  },
} satisfies Record<string, TableColumn<ListedRun>>;
