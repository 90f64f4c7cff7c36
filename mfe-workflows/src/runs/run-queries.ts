import { isInProgress, useApi, useHost } from '@portage/area-kit';
import type { LiveRunMessage, RunStatus } from '@portage/contracts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { RunInstance } from '../api-types.ts';
import { followRun, POLL_INTERVAL_MS } from './live-run.ts';
import { withPushed } from './with-pushed.ts';

/** Steps per page of a run (spec RUN-23). */
export const STEP_PAGE_SIZE = 20;

export const runKeys = {
  all: ['runs'] as const,
  run: (runId: string) => ['runs', runId] as const,
  steps: (runId: string) => ['runs', runId, 'steps'] as const,
  overview: (runId: string) => ['runs', runId, 'overview'] as const,
  attempts: (runId: string, continuedAt: string | null) => ['runs', runId, 'attempts', continuedAt] as const,
  step: (runId: string, stepInstanceId: string) => ['runs', runId, 'step', stepInstanceId] as const,
};

/** A run and a page of its steps, updated by push, or by polling every 1,000 ms until the run is over (spec RUN-21). */
export function useLiveRun(runId: string, pageIndex: number) {
  const api = useApi();
  const { run, isRunning, isPushed } = useRun(runId);
  const steps = useQuery({
    queryKey: [...runKeys.steps(runId), pageIndex],
    queryFn: ({ signal }) =>
      api('GET /api/workflows/step-instances', { query: { workflowInstanceId: runId, pageIndex, pageSize: STEP_PAGE_SIZE } }, { signal }),
    refetchInterval: isRunning && !isPushed ? POLL_INTERVAL_MS : false,
    placeholderData: keepPreviousData,
  });
  return { run, steps, isRunning, isPushed };
}

/** A run, kept up to date like its steps (spec RUN-21). */
export function useRun(runId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const isPushed = useRunPush(runId);

  const run = useQuery({
    queryKey: runKeys.run(runId),
    queryFn: ({ signal }) => api('GET /api/workflows/instances/{id}', { params: { id: runId } }, { signal }),
    select: (answer) => answer.workflowInstance,
    refetchInterval: (query) => {
      const status = query.state.data?.workflowInstance.status;
      return status && isInProgress(status) && !isPushed ? POLL_INTERVAL_MS : false;
    },
  });
  const isRunning = run.data !== undefined && isInProgress(run.data.status);

  // The shown steps may be older than the end of the run. A continued run can end again before anyone saw it continue.
  const endedAt = run.data === undefined || isRunning ? null : (run.data.finishedAt ?? '');
  useEffect(() => {
    if (endedAt === null) return;
    void queryClient.invalidateQueries({ queryKey: runKeys.steps(runId) });
    void queryClient.invalidateQueries({ queryKey: runKeys.overview(runId) });
    void queryClient.invalidateQueries({
      queryKey: [...runKeys.run(runId), 'step'],
      predicate: ({ state }) => !(state.data as { stepInstance?: { finishedAt: string | null } } | undefined)?.stepInstance?.finishedAt,
    });
  }, [queryClient, endedAt, runId]);

  return { run, isRunning, isPushed };
}

export interface StepSearch {
  /** One iteration of a loop (`each[3]/`), or `/` for the outermost level; if omitted, all steps are searched. */
  within?: string;
  name?: string;
  status?: RunStatus;
  pageIndex: number;
}

/** One page of the matching steps, kept up to date while the run continues (spec RUN-21, RUN-23). */
export function useStepPage(runId: string, search: StepSearch, { isRunning, isPushed }: { isRunning: boolean; isPushed: boolean }) {
  const api = useApi();
  return useQuery({
    queryKey: [...runKeys.steps(runId), search],
    queryFn: ({ signal }) =>
      api('GET /api/workflows/step-instances', { query: { workflowInstanceId: runId, pageSize: STEP_PAGE_SIZE, ...search } }, { signal }),
    refetchInterval: isRunning && !isPushed ? POLL_INTERVAL_MS : false,
    placeholderData: keepPreviousData,
  });
}

/** A running run with more steps is summed up less often. */
const LONG_RUN_STEPS = 5_000;
const LONG_RUN_INTERVAL_MS = 4_000;

/** How long each part of a run took, reloaded while it is running. */
export function useRunOverview(runId: string | null, { isRunning, stepCount }: { isRunning: boolean; stepCount: number }) {
  const api = useApi();
  return useQuery({
    queryKey: runKeys.overview(runId ?? ''),
    queryFn: ({ signal }) => api('GET /api/workflows/instances/{id}/overview', { params: { id: runId ?? '' } }, { signal }),
    enabled: runId !== null,
    refetchInterval: isRunning ? (stepCount > LONG_RUN_STEPS ? LONG_RUN_INTERVAL_MS : POLL_INTERVAL_MS) : false,
  });
}

/** How a run failed before it was continued. @param continuedAt the last time it was continued; null: never, and nothing is read */
export function useRunAttempts(runId: string, continuedAt: string | null) {
  const api = useApi();
  return useQuery({
    queryKey: runKeys.attempts(runId, continuedAt),
    queryFn: ({ signal }) => api('GET /api/workflows/instances/{id}/attempts', { params: { id: runId } }, { signal }),
    select: (answer) => answer.attempts,
    enabled: continuedAt !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** An earlier attempt of a step, which never changes. */
export function useStepAttempt(runId: string, stepInstanceId: string, attempt: number) {
  const api = useApi();
  return useQuery({
    queryKey: [...runKeys.step(runId, stepInstanceId), 'attempt', attempt],
    queryFn: ({ signal }) =>
      api(
        'GET /api/workflows/step-instances/{id}',
        { params: { id: stepInstanceId }, query: { workflowInstanceId: runId, attempt } },
        { signal },
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** One step with its data. Reloaded until it is finished, then cached (spec RUN-22). */
export function useStepInstance(runId: string, stepInstanceId: string | null, { isRunning }: { isRunning: boolean }) {
  const api = useApi();
  return useQuery({
    queryKey: runKeys.step(runId, stepInstanceId ?? ''),
    queryFn: ({ signal }) =>
      api(
        'GET /api/workflows/step-instances/{id}',
        { params: { id: stepInstanceId ?? '' }, query: { workflowInstanceId: runId } },
        { signal },
      ),
    select: (answer) => answer.stepInstance,
    enabled: stepInstanceId !== null,
    refetchInterval: (query) => (isRunning && !query.state.data?.stepInstance.finishedAt ? POLL_INTERVAL_MS : false),
    staleTime: (query) => (query.state.data?.stepInstance.finishedAt ? Number.POSITIVE_INFINITY : 0),
  });
}

export function useRunState(runId: string) {
  const api = useApi();
  return useQuery({
    queryKey: runKeys.run(runId),
    queryFn: ({ signal }) => api('GET /api/workflows/instances/{id}', { params: { id: runId } }, { signal }),
    select: (answer) => answer.workflowInstance,
    refetchInterval: ({ state }) => (state.data && isInProgress(state.data.workflowInstance.status) ? POLL_INTERVAL_MS : false),
  });
}

/** The values that a step could see when it ran; read only on request. */
export function useStepContext(runId: string, stepInstanceId: string, isWanted: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: [...runKeys.step(runId, stepInstanceId), 'context'],
    queryFn: ({ signal }) =>
      api(
        'GET /api/workflows/step-instances/{id}/context',
        { params: { id: stepInstanceId }, query: { workflowInstanceId: runId } },
        { signal },
      ),
    select: (answer) => answer.workflowStepContext,
    enabled: isWanted,
  });
}

const STEPS_INTERVAL_MS = 250;

/** Puts pushed changes into the cache; true while the push is connected. */
function useRunPush(runId: string): boolean {
  const { openSocket } = useHost();
  const queryClient = useQueryClient();
  const [isConnected, setIsConnected] = useState(false);

  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    // Pushes come more often than steps need to be reloaded, especially in long runs.
    function readSteps(totalCount: number) {
      waiting ??= setTimeout(
        () => {
          waiting = undefined;
          void queryClient.invalidateQueries({ queryKey: runKeys.steps(runId) });
        },
        totalCount > LONG_RUN_STEPS ? LONG_RUN_INTERVAL_MS : STEPS_INTERVAL_MS,
      );
    }
    function take(message: LiveRunMessage) {
      if (message.type === 'run') {
        // The engine knows the owner only by id, so the owner's name stays as it was read.
        queryClient.setQueryData<{ workflowInstance: RunInstance }>(runKeys.run(runId), (known) => ({
          workflowInstance: withPushed(known?.workflowInstance, message.workflowInstance),
        }));
        return;
      }
      readSteps(message.totalCount);
    }
    const stop = followRun(runId, openSocket, { onMessage: take, onConnectionChange: setIsConnected });
    return () => {
      stop();
      clearTimeout(waiting);
      setIsConnected(false);
    };
  }, [openSocket, queryClient, runId]);

  return isConnected;
}
