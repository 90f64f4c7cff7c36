import { isInProgress, runPath, StatusBadge, useApi } from '@portage/area-kit';
import { Card, color, DateTime, formatNumber, Inline, Link, Muted, PlainList, size, space } from '@portage/ui';
import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import type { CalledRun, RunInstance } from '../api-types.ts';

const INTERVAL_MS = 2_000;
/** If there are more, they are found through the run's steps. */
const MOST_SHOWN = 20;

const Below = styled.div`
  margin: ${space(2)} 0 0 ${space(2)};
  padding-left: ${space(4)};
  border-left: ${size.hairline} solid ${color.line};
`;

/** The runs that this one has called, with their live states. Renders nothing if it called none. */
export function CalledRuns({ run }: { run: RunInstance }) {
  const { data } = useCalledRuns(run.id, `${run.status} ${run.waiting?.kind}`, run.waiting?.kind === 'Run');
  if (!data || data.totalCount === 0) return null;
  return (
    <Card title={`Called runs (${formatNumber(data.totalCount)})`}>
      <CalledList runs={data.runs} totalCount={data.totalCount} label="Called runs" />
    </Card>
  );
}

interface CalledListProps {
  runs: readonly CalledRun[];
  totalCount: number;
  label: string;
}

function CalledList({ runs, totalCount, label }: CalledListProps) {
  const shown = runs.slice(0, MOST_SHOWN);
  return (
    <>
      <PlainList $gap={2} aria-label={label}>
        {shown.map((run) => (
          <li key={run.id}>
            <Inline $gap={[1, 3]} $breaks>
              <StatusBadge status={run.status} />
              <Link href={runPath(run.id)}>{run.name}</Link>
              <Muted $size="small">
                Started <DateTime value={run.startedAt ?? run.createdAt} />
              </Muted>
              {run.waitsFor?.subject ? <Muted $size="small">Waits for a decision: {run.waitsFor.subject}</Muted> : null}
            </Inline>
            {leadsFurther(run) ? <CalledBelow run={run} /> : null}
          </li>
        ))}
      </PlainList>
      {totalCount > shown.length ? <Muted $size="small">The newest {shown.length} are shown.</Muted> : null}
    </>
  );
}

/** The runs that a called run has called itself; runs call each other at most five levels deep. */
function CalledBelow({ run }: { run: CalledRun }) {
  const { data } = useCalledRuns(run.id, `${run.status} ${run.waitsFor?.kind}`, run.waitsFor?.kind === 'Run');
  if (!data || data.totalCount === 0) return null;
  return (
    <Below>
      <CalledList runs={data.runs} totalCount={data.totalCount} label={`Called by ${run.name}`} />
    </Below>
  );
}

/** Whether a run may wait for a run that it has called, or may have failed because of it. */
function leadsFurther({ status, waitsFor }: CalledRun): boolean {
  return waitsFor?.kind === 'Run' || status === 'Failed';
}

/** Reloaded when the caller's state changes, and while it may call more runs. */
function useCalledRuns(runId: string, state: string, isWaiting: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ['runs', runId, 'called-runs', state],
    queryFn: ({ signal }) => api('GET /api/workflows/instances/{id}/called-runs', { params: { id: runId } }, { signal }),
    placeholderData: (before) => before,
    refetchInterval: ({ state: query }) => (isWaiting || query.data?.runs.some(({ status }) => isInProgress(status)) ? INTERVAL_MS : false),
  });
}
