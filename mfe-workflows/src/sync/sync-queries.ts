import { useApi, useHost } from '@portage/area-kit';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SyncFlow, SyncItem } from '../api-types.ts';
import { useRun } from '../runs/run-queries.ts';

/** Counts of a sync under way are read this often. */
const RUNNING_INTERVAL_MS = 2_000;
export const ITEM_PAGE_SIZE = 20;
const FLOW_PAGE_SIZE = 100;

export const syncKeys = {
  all: ['sync'] as const,
  flows: ['sync', 'flows'] as const,
  neverSynced: ['sync', 'never-synced'] as const,
  items: (flowId: string) => ['sync', 'items', flowId] as const,
};

const isRunning = ({ state }: SyncFlow) => state === 'Running';

/** The flows of a workflow, or of all of the person's; read again while one of them runs. @param isExpecting a sync was started just now */
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

/** The person's workflows that are set up to sync and never did. */
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

/** One page of a flow's items, the last changed first. */
export function useItems(flow: SyncFlow, { searchTerm, status, page }: ItemFilter) {
  const api = useApi();
  return useQuery({
    queryKey: [...syncKeys.items(flow.id), searchTerm, status, page],
    queryFn: ({ signal }) =>
      api(
        'GET /api/integrations/flows/{flowId}/items',
        {
          params: { flowId: flow.id },
          query: {
            pageIndex: page - 1,
            pageSize: ITEM_PAGE_SIZE,
            ...(searchTerm === '' ? {} : { searchTerm }),
            ...(status === undefined ? {} : { status }),
          },
        },
        { signal },
      ),
    select: ({ items, totalCount, counts }) => ({ rows: items, totalCount, counts }),
    placeholderData: keepPreviousData,
    refetchInterval: isRunning(flow) ? RUNNING_INTERVAL_MS : false,
    staleTime: 0,
  });
}

/** One item with both sides. */
export function useItem(flowId: string, itemId: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...syncKeys.items(flowId), 'one', itemId],
    queryFn: ({ signal }) => api('GET /api/integrations/flows/{flowId}/items/{itemId}', { params: { flowId, itemId } }, { signal }),
    select: ({ item }) => item,
    staleTime: 0,
  });
}

/** Which records are synced again: named ones, all in Error, all that wait, or all that changed since an instant. */
export type SyncAgain = { sourceItemIds: string[] } | { allInError: true } | { allWaiting: true } | { fromDate: string };

/** What a person does with a flow. Each is followed by a fresh look at flows and items. */
export function useFlowActions() {
  const { api, notify } = useHost();
  const queryClient = useQueryClient();
  const [startedRunId, setStartedRunId] = useState<string | null>(null);
  const refresh = () => queryClient.invalidateQueries({ queryKey: syncKeys.all });
  return {
    /** The run that was started last. */
    startedRunId,
    refresh,
    pause: async ({ id }: SyncFlow) => {
      await api('POST /api/integrations/flows/{flowId}/pause', { params: { flowId: id } });
      await refresh();
    },
    resume: async ({ id }: SyncFlow) => {
      await api('POST /api/integrations/flows/{flowId}/resume', { params: { flowId: id } });
      await refresh();
    },
    syncNow: async ({ id }: SyncFlow) => {
      const { workflowInstanceId } = await api('POST /api/integrations/flows/{flowId}/sync-now', { params: { flowId: id } });
      setStartedRunId(workflowInstanceId);
      await refresh();
    },
    syncAgain: async ({ id }: SyncFlow, which: SyncAgain) => {
      const { count, workflowInstanceId } = await api('POST /api/integrations/flows/{flowId}/sync-again', {
        params: { flowId: id },
        body: which,
      });
      setStartedRunId(workflowInstanceId);
      notify.success('fromDate' in which ? 'Records that changed since then are synced again' : syncingText(count));
      await refresh();
    },
  };
}

export type FlowActions = ReturnType<typeof useFlowActions>;

/** Whether a run that was started here is still under way; its end is pushed by the server. */
export function useIsUnderWay(runId: string): boolean {
  return useRun(runId).isRunning;
}

function syncingText(count: number): string {
  return count === 1 ? '1 item is synced again' : `${count.toLocaleString('en')} items are synced again`;
}
