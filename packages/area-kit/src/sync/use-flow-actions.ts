import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApi } from '../host/host.ts';
import { isInProgress } from '../status/run-progress.ts';
import type { SyncFlow } from './api-types.ts';
import type { FlowCardActions } from './flow-card.tsx';
import { isStarting, type StartedSync } from './started-syncs.ts';

/** Responses about flows and their items are cached under this key. */
export const SYNC_KEY = ['sync'] as const;
const RUN_INTERVAL_MS = 1_000;

export interface FlowActions extends FlowCardActions {
  /** Flows should be reloaded often, because a run that was started here is in progress. */
  isUnderWay: boolean;
  refresh: () => Promise<void>;
  follow: (flow: SyncFlow, runId: string) => Promise<void>;
}

/** A person's actions on a flow. After each, flows and items are reloaded. */
export function useFlowActions(): FlowActions {
  const api = useApi();
  const queryClient = useQueryClient();
  const [started, setStarted] = useState<readonly StartedSync[]>([]);
  const refresh = () => queryClient.invalidateQueries({ queryKey: SYNC_KEY });
  const over = useOverRuns(started);
  useEffect(() => {
    if (over === '') return;
    // The flows are reloaded before their cards stop showing that they are starting.
    const forget = () => setStarted((before) => before.filter(({ runId }) => !over.split(' ').includes(runId)));
    queryClient.invalidateQueries({ queryKey: SYNC_KEY }).then(forget, forget);
  }, [over, queryClient]);
  const follow = async ({ id, startedAt }: SyncFlow, runId: string) => {
    setStarted((before) => [...before.filter(({ flowId }) => flowId !== id), { flowId: id, runId, startedAtBefore: startedAt }]);
    await refresh();
  };
  return {
    isUnderWay: started.length > 0,
    refresh,
    follow,
    isStarting: (flow) => isStarting(started, flow),
    pause: async ({ id: flowId }) => {
      await api('POST /api/integrations/flows/{flowId}/pause', { params: { flowId } });
      await refresh();
    },
    resume: async ({ id: flowId }) => {
      await api('POST /api/integrations/flows/{flowId}/resume', { params: { flowId } });
      await refresh();
    },
    syncNow: async (flow) => {
      const { workflowInstanceId } = await api('POST /api/integrations/flows/{flowId}/sync-now', { params: { flowId: flow.id } });
      await follow(flow, workflowInstanceId);
    },
  };
}

/** The runs that are over, or that can't be read. */
function useOverRuns(started: readonly StartedSync[]): string {
  const api = useApi();
  return useQueries({
    queries: started.map(({ runId }) => ({
      queryKey: ['runs', runId],
      queryFn: ({ signal }: { signal: AbortSignal }) => api('GET /api/workflows/instances/{id}', { params: { id: runId } }, { signal }),
      refetchInterval: RUN_INTERVAL_MS,
    })),
    combine: (runs) =>
      started
        .filter((_, at) => {
          const { data, isError } = runs[at] ?? { data: undefined, isError: true };
          return data ? !isInProgress(data.workflowInstance.status) : isError;
        })
        .map(({ runId }) => runId)
        .join(' '),
  });
}
