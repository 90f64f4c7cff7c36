import { SYNC_KEY, useApi, useFlowActions, useHost } from '@portage/area-kit';
import { formatNumber } from '@portage/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { SyncFlow, SyncItem } from '../api-types.ts';
import { useRun } from '../runs/run-queries.ts';

/** How often the counts of a running sync are read. */
const RUNNING_INTERVAL_MS = 2_000;
export const ITEM_PAGE_SIZE = 20;
const FLOW_PAGE_SIZE = 100;

export const syncKeys = {
  all: SYNC_KEY,
  flows: [...SYNC_KEY, 'flows'] as const,
  neverSynced: [...SYNC_KEY, 'never-synced'] as const,
  items: (flowId: string) => [...SYNC_KEY, 'items', flowId] as const,
};

const isRunning = ({ state }: SyncFlow) => state === 'Running';

/** The flows of a workflow, or all of the person's; polled while one of them runs. @param isExpecting a sync was just started */
export function useFlows(workflowId: string | null, isExpecting = false) {
  const api = useApi();
  return useQuery({
    queryKey: [...syncKeys.flows, workflowId],
    queryFn: ({ signal }) =>
      api(
        'GET /api/integrations/flows',
        { query: { pageSize: FLOW_PAGE_SIZE, ...(workflowId === null ? {} : { workflowId }) } },
        { signal },
      ),
    refetchInterval: ({ state }) => (isExpecting || state.data?.flows.some(isRunning) ? RUNNING_INTERVAL_MS : false),
    staleTime: 0,
  });
}

/** The person's workflows that are set up to sync and have never synced. */
export function useNeverSynced() {
  const api = useApi();
  return useQuery({
    queryKey: syncKeys.neverSynced,
    queryFn: ({ signal }) => api('GET /api/integrations/never-synced', {}, { signal }),
    select: ({ workflows }) => workflows,
    staleTime: 0,
  });
}

export interface ItemFilter {
  searchTerm: string;
  status: SyncItem['status'] | undefined;
  page: number;
}

/** One page of a flow's items, last changed first. */
export function useItems(flow: SyncFlow, { searchTerm, status, page }: ItemFilter) {
  const api = useApi();
  return useQuery({
    // Items are also reloaded when a sync starts or ends, because its last items come after the last poll.
    queryKey: [...syncKeys.items(flow.id), searchTerm, status, page, flow.state, flow.startedAt],
    queryFn: ({ signal }) =>
      api(
        'GET /api/integrations/flows/{flowId}/items',
        {
          params: { flowId: flow.id },
          query: {
            pageIndex: page - 1,
            pageSize: ITEM_PAGE_SIZE,
            searchTerm,
            status,
          },
        },
        { signal },
      ),
    select: ({ items, totalCount, counts }) => ({ rows: items.map((item) => ({ ...item, id: item.sourceItemId })), totalCount, counts }),
    placeholderData: keepPreviousData,
    refetchInterval: isRunning(flow) ? RUNNING_INTERVAL_MS : false,
    staleTime: 0,
  });
}

export function useItem(flowId: string, itemId: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...syncKeys.items(flowId), 'one', itemId],
    queryFn: ({ signal }) => api('GET /api/integrations/flows/{flowId}/items/{itemId}', { params: { flowId, itemId } }, { signal }),
    select: ({ item }) => item,
    staleTime: 0,
  });
}

/** Which records are synced again: named ones, all in Error, all waiting, or all changed since an instant. */
export type SyncAgain = { sourceItemIds: string[] } | { allInError: true } | { allWaiting: true } | { fromDate: string };

export function useSyncActions() {
  const { api, notify } = useHost();
  const actions = useFlowActions();
  return {
    ...actions,
    syncAgain: async (flow: SyncFlow, which: SyncAgain) => {
      const { count, workflowInstanceId } = await api('POST /api/integrations/flows/{flowId}/sync-again', {
        params: { flowId: flow.id },
        body: which,
      });
      notify.success('fromDate' in which ? 'Records that changed since then are synced again' : syncingText(count));
      await actions.follow(flow, workflowInstanceId);
    },
  };
}

export type SyncActions = ReturnType<typeof useSyncActions>;

/** Whether a run that was started here is still running; the server pushes its end. */
export function useIsUnderWay(runId: string): boolean {
  const { run, isRunning } = useRun(runId);
  // A run that hasn't loaded yet was only just started.
  return isRunning || run.isPending;
}

function syncingText(count: number): string {
  return count === 1 ? '1 item is synced again' : `${formatNumber(count)} items are synced again`;
}
