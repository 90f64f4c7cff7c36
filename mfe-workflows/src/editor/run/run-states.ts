import { isInProgress, useApi } from '@portage/area-kit';
import type { CallResponse, RunStatus } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { POLL_INTERVAL_MS } from '../../runs/live-run.ts';
import { runKeys } from '../../runs/run-queries.ts';
import type { StepRunState } from '../canvas/canvas-types.ts';

export type StepGroup = CallResponse<Calls, 'GET /api/workflows/instances/{id}/overview'>['groups'][number];

/** The state to show for each step: failed or running precedes succeeded; times add up. @param nowMs the end of what is running */
export function computeStepStates(groups: readonly StepGroup[], nowMs: number): Map<string, StepRunState> {
  const states = new Map<string, StepRunState>();
  for (const { name, count, failedCount, busyMs, spans } of groups) {
    const before = states.get(name);
    const statuses = [
      ...(before ? [before.status] : []),
      ...(failedCount > 0 ? ['Failed' as const] : []),
      ...spans.map((span) => span.status),
    ];
    const openMs = spans
      .filter(({ finishedAt, status }) => finishedAt === null && isInProgress(status))
      .reduce((sum, { startedAt }) => sum + Math.max(0, nowMs - Date.parse(startedAt)), 0);
    states.set(name, {
      status: statuses.reduce((worst, status) => (rankStatus(status) >= rankStatus(worst) ? status : worst), 'Succeeded'),
      durationMs: (before?.durationMs ?? 0) + busyMs + openMs,
      count: (before?.count ?? 0) + count,
    });
  }
  return states;
}

/** Adds up every position of the step in the workflow. */
export function countTurns(groups: readonly StepGroup[], name: string): { count: number; failedCount: number } {
  const ofStep = groups.filter((group) => group.name === name);
  return {
    count: ofStep.reduce((sum, { count }) => sum + count, 0),
    failedCount: ofStep.reduce((sum, { failedCount }) => sum + failedCount, 0),
  };
}

function rankStatus(status: RunStatus): number {
  switch (status) {
    case 'Failed':
      return 3;
    case 'InProgress':
    case 'Delayed':
    case 'Scheduled':
      return 2;
    case 'Cancelled':
      return 1;
    case 'Succeeded':
      return 0;
    default:
      return status satisfies never;
  }
}

/** A run summed up by step, reloaded whenever a push says that its steps changed, or every second without a push. */
export function useRunGroups(runId: string, { isRunning, isPushed }: { isRunning: boolean; isPushed: boolean }) {
  const api = useApi();
  return useQuery({
    queryKey: [...runKeys.steps(runId), 'overview'],
    queryFn: ({ signal }) => api('GET /api/workflows/instances/{id}/overview', { params: { id: runId } }, { signal }),
    refetchInterval: isRunning && !isPushed ? POLL_INTERVAL_MS : false,
    placeholderData: keepPreviousData,
  });
}
