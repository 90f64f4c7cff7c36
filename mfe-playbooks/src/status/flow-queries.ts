import { type FlowCardActions, useApi } from '@portage/area-kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';

const RUNNING_INTERVAL_MS = 2_000;
/** A sync that was started by hand or by the schedule shows without a reload. */
const IDLE_INTERVAL_MS = 15_000;
const FAILURES_SHOWN = 3;

/** The flows of one workflow; read again often while one of them runs. */
export function useFlowsOf(workflowId: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['sync', 'flows', workflowId],
    queryFn: ({ signal }) => api('GET /api/integrations/flows', { query: { workflowId, pageSize: 100 } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.flows.some((flow) => flow.state === 'Running') ? RUNNING_INTERVAL_MS : IDLE_INTERVAL_MS),
    staleTime: 0,
  });
}

/** The first items of a flow that failed. @param count how many there are: asked again when it changes */
export function useFailedItems(flowId: string, count: number) {
  const api = useApi();
  return useQuery({
    queryKey: ['sync', 'items', flowId, 'failed', count],
    queryFn: ({ signal }) =>
      api(
        'GET /api/integrations/flows/{flowId}/items',
        { params: { flowId }, query: { status: 'Error', pageSize: FAILURES_SHOWN } },
        { signal },
      ),
    select: ({ items }) => items,
    enabled: count > 0,
  });
}

export function useFlowActions(): FlowCardActions {
  const api = useApi();
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['sync'] });
  return {
    pause: async ({ id: flowId }) => {
      await api('POST /api/integrations/flows/{flowId}/pause', { params: { flowId } });
      await refresh();
    },
    resume: async ({ id: flowId }) => {
      await api('POST /api/integrations/flows/{flowId}/resume', { params: { flowId } });
      await refresh();
    },
    syncNow: async ({ id: flowId }) => {
      await api('POST /api/integrations/flows/{flowId}/sync-now', { params: { flowId } });
      await refresh();
    },
  };
}
