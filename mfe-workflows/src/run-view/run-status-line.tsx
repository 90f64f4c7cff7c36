import { Badge, color, DateTime, failedStepsText, formatDuration, Link, StatusBadge, space } from '@portage/ui';
import styled from 'styled-components';
import type { RunInstance } from '../api-types.ts';
import { useNow } from './use-now.ts';

const Facts = styled.span`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)} ${space(4)};
  color: ${color.muted};
  font-variant-numeric: tabular-nums;
`;

/** The run at a glance: state, when it began, how long it took or when it goes on (spec RUN-10); of another person's run, whose. */
export function RunStatusLine({ run, isOwn, isInEditor = false }: { run: RunInstance; isOwn: boolean; isInEditor?: boolean }) {
  const isOver = run.finishedAt !== null;
  const nowMs = useNow(!isOver);
  const startMs = Date.parse(run.startedAt ?? run.createdAt);
  const endMs = run.finishedAt ? Date.parse(run.finishedAt) : nowMs;
  const continuesInMs = run.status === 'Delayed' && run.continueAt ? Date.parse(run.continueAt) - nowMs : null;
  const failedSteps = failedStepsText(run.failedSteps);
  return (
    <Facts>
      <StatusBadge status={run.status} />
      {run.isTest ? <Badge>Test</Badge> : null}
      {failedSteps ? <Badge tone="warning">{failedSteps}</Badge> : null}
      <span>
        Started <DateTime value={run.startedAt ?? run.createdAt} />
      </span>
      {run.continuedAt ? (
        <span>
          Continued at <DateTime value={run.continuedAt} />
        </span>
      ) : null}
      {isOver ? <span>Took {formatDuration(endMs - startMs)}</span> : null}
      {!isOver && continuesInMs === null ? <span>Running for {formatDuration(Math.max(0, endMs - startMs))}</span> : null}
      {continuesInMs === null ? null : (
        <span>
          Continues <DateTime value={run.continueAt} />
          {continuesInMs > 0 ? ` (in ${formatDuration(continuesInMs)})` : null}
        </span>
      )}
      {isOwn && isInEditor ? null : isOwn ? (
        <Link href={`/workflows/${run.workflowId}/edit`}>Open workflow</Link>
      ) : (
        <span>{run.ownerUserEmail}</span>
      )}
    </Facts>
  );
}
