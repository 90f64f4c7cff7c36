import type { LiveRunMessage } from '@portage/contracts';
import { useApi, useHost } from '@portage/ui';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { RunInstance } from '../api-types.ts';
import { followRun, POLL_INTERVAL_MS } from './live-run.ts';
import { isInProgress } from './run-status.ts';

/** Spec RUN-23. */
export const STEP_PAGE_SIZE = 20;

export const runKeys = {
  all: ['runs'] as const,
  run: (runId: string) => ['runs', runId] as const,
  steps: (runId: string) => ['runs', runId, 'steps'] as const,
  step: (runId: string, stepInstanceId: string) => ['runs', runId, 'step', stepInstanceId] as const,
};

/**
 * A run and one page of its steps, kept up to date: by push where a socket can be opened, else by reading every
 * 1,000 ms until the run is over (spec RUN-21).
 */
export function useLiveRun(runId: string, pageIndex: number) {
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

  const steps = useQuery({
    queryKey: [...runKeys.steps(runId), pageIndex],
    queryFn: ({ signal }) =>
      api('GET /api/workflows/step-instances', { query: { workflowInstanceId: runId, pageIndex, pageSize: STEP_PAGE_SIZE } }, { signal }),
    refetchInterval: isRunning && !isPushed ? POLL_INTERVAL_MS : false,
    placeholderData: keepPreviousData,
  });

  // The last page of steps may be older than the end of the run.
  useEffect(() => {
    if (run.data && !isInProgress(run.data.status)) void queryClient.invalidateQueries({ queryKey: runKeys.steps(runId) });
  }, [queryClient, run.data, runId]);

  return { run, steps, isRunning, isPushed };
}

/** One step with its data; read again until it is finished, then kept (spec RUN-22). */
export function useStepInstance(runId: string, stepInstanceId: string | null, isRunning: boolean) {
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

/** What a step could see when it ran; read only when asked for. */
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

/** Puts pushed changes into the cache; true while the push is connected. */
function useRunPush(runId: string): boolean {
  const { openSocket } = useHost();
  const queryClient = useQueryClient();
  const [isConnected, setIsConnected] = useState(false);

  useEffect(() => {
    function take(message: LiveRunMessage) {
      if (message.type === 'run') {
        // The shard knows its owner by id only; whose run it is was read before.
        queryClient.setQueryData<{ workflowInstance: RunInstance }>(runKeys.run(runId), (known) => ({
          workflowInstance: { ...known?.workflowInstance, ...message.workflowInstance },
        }));
        return;
      }
      void queryClient.invalidateQueries({ queryKey: runKeys.steps(runId) });
    }
    const stop = followRun(runId, openSocket, { onMessage: take, onConnectionChange: setIsConnected });
    return () => {
      stop();
      setIsConnected(false);
    };
  }, [openSocket, queryClient, runId]);

  return isConnected;
}
