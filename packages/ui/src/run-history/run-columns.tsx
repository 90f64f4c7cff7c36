import styled from 'styled-components';
import { Stack } from '../layout/page-layout.tsx';
import { Link } from '../navigation/link.tsx';
import { failedStepsText } from '../status/run-progress.ts';
import { StatusBadge } from '../status/run-status.tsx';
import type { TableColumn } from '../table/table.tsx';
import { DateTime } from '../text/date-time.tsx';
import { color, font, size } from '../theme/tokens.ts';
import type { ListedRun } from './run-list.ts';

const WentOn = styled.span`
  color: ${color.warning};
  font-size: ${font.size.tiny};
`;

/** A run's state in a list; a run that went on after failures says so. */
function RunStatusCell({ run }: { run: ListedRun }) {
  const failedSteps = failedStepsText(run.failedSteps);
  return (
    <Stack $gap={0.5}>
      <div>
        <StatusBadge status={run.status} />
      </div>
      {failedSteps ? <WentOn>{failedSteps}</WentOn> : null}
    </Stack>
  );
}

/** The page of one run. */
export function runPath(runId: string): string {
  return `/run-history/${encodeURIComponent(runId)}/view`;
}

/** What every list of runs has (spec RUN-02). */
export const runColumns = {
  workflow: { id: 'workflow', header: 'Workflow', isYielding: true, render: (run) => <Link href={runPath(run.id)}>{run.name}</Link> },
  status: { id: 'status', header: 'Status', width: size.statusColumn, render: (run) => <RunStatusCell run={run} /> },
  started: {
    id: 'started',
    header: 'Started',
    width: size.timeColumn,
    render: (run) => <DateTime value={run.startedAt ?? run.createdAt} />,
  },
} satisfies Record<string, TableColumn<ListedRun>>;
