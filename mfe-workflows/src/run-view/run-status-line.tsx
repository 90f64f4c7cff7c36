import { Badge, color, DateTime, formatDuration, Inline, Link, StatusBadge } from '@portage/ui';
import styled from 'styled-components';
import type { RunInstance } from '../api-types.ts';
import { useNow } from './use-now.ts';

const Fact = styled.span`
  color: ${color.muted};
`;

/** The run at a glance: state, when it began, how long it took or when it goes on (spec RUN-10). */
export function RunStatusLine({ run }: { run: RunInstance }) {
  const isOver = run.finishedAt !== null;
  const nowMs = useNow(!isOver);
  const startMs = Date.parse(run.startedAt ?? run.createdAt);
  const endMs = run.finishedAt ? Date.parse(run.finishedAt) : nowMs;
  return (
    <Inline>
      <StatusBadge status={run.status} />
      {run.isTest ? <Badge>Test</Badge> : null}
      <Fact>
        Started <DateTime value={run.startedAt ?? run.createdAt} />
      </Fact>
      <Fact>{isOver ? `Took ${formatDuration(endMs - startMs)}` : `Running for ${formatDuration(Math.max(0, endMs - startMs))}`}</Fact>
      {run.status === 'Delayed' && run.continueAt ? (
        <Fact>
          Continues <DateTime value={run.continueAt} />
        </Fact>
      ) : null}
      <Link href={`/workflows/${run.workflowId}/edit`}>Open workflow</Link>
    </Inline>
  );
}
