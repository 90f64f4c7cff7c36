import { SYNC_KEY, useApi } from '@portage/area-kit';
import { useQuery } from '@tanstack/react-query';

const RUNNING_INTERVAL_MS = 2_000;
/** Often enough to show a sync that another tab or the schedule has started. */
const IDLE_INTERVAL_MS = 15_000;
const FAILURES_SHOWN = 3;

/** The flows of one workflow; polled often while one of them runs. @param isExpecting a sync was just started */
export function useWorkflowFlows(workflowId: string, isExpecting: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: [...SYNC_KEY, 'flows', workflowId],
    queryFn: ({ signal }) => api('GET /api/integrations/flows', { query: { workflowId, pageSize: 100 } }, { signal }),
    refetchInterval: ({ state }) =>
      isExpecting || state.data?.flows.some((flow) => flow.state === 'Running') ? RUNNING_INTERVAL_MS : IDLE_INTERVAL_MS,
    staleTime: 0,
  });
}

/** The first items of a flow that failed. @param count how many failed: a change reloads them */
export function useFailedItems(flowId: string, count: number) {
  const api = useApi();
  return useQuery({
    queryKey: [...SYNC_KEY, 'items', flowId, 'failed', count],
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
