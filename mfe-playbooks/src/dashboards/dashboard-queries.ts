import { useApi, useHost } from '@portage/area-kit';
import { toPageIndex } from '@portage/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Dashboard } from './api-types.ts';
import type { DashboardTab } from './dashboard-tabs.ts';

export const ITEM_PAGE_SIZE = 10;

const LIST = ['dashboards', 'list'];

/** All dashboards of the person: at most one of each type. */
export function useDashboards() {
  const api = useApi();
  return useQuery({
    queryKey: LIST,
    queryFn: ({ signal }) => api('GET /api/dashboards', {}, { signal }),
    select: ({ dashboards }) => dashboards,
  });
}

/** One page of a tab's items; pages are cached by their number (spec DASH-04). */
export function useItems(dashboardId: string, { id: type, isSearchable }: DashboardTab, searchTerm: string, page: number) {
  const api = useApi();
  return useQuery({
    queryKey: ['dashboards', 'items', dashboardId, type, searchTerm, page],
    queryFn: ({ signal }) => {
      const params = { dashboardId };
      const query = { pageIndex: toPageIndex(page), pageSize: ITEM_PAGE_SIZE };
      if (!isSearchable) return api('GET /api/dashboards/{dashboardId}/items', { params, query: { ...query, type } }, { signal });
      const call = type === 'Order' ? 'GET /api/dashboards/{dashboardId}/orders' : 'GET /api/dashboards/{dashboardId}/products';
      return api(call, { params, query: { ...query, searchTerm } }, { signal });
    },
    select: ({ dashboardItems, totalCount }) => ({ rows: dashboardItems, totalCount }),
    placeholderData: keepPreviousData,
  });
}

export function useItem(dashboardId: string, itemId: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['dashboards', 'item', dashboardId, itemId],
    queryFn: ({ signal }) => api('GET /api/dashboards/{dashboardId}/items/{itemId}', { params: { dashboardId, itemId } }, { signal }),
    select: ({ item }) => item,
  });
}

/** Creates a dashboard, fetches it and runs the workflows that write to it (spec DASH-11). */
export function useAddDashboard(): (type: Dashboard['dashboardType']) => Promise<void> {
  const { api, queryClient, notify } = useHost();
  return async (dashboardType) => {
    const { dashboardId: id } = await api('POST /api/dashboards', { body: { dashboardType } });
    try {
      await api('GET /api/dashboards/{id}', { params: { id } });
      const { errorMessage } = await api('POST /api/dashboards/{id}/run-workflows', { params: { id } });
      if (errorMessage) notify.warning(errorMessage);
    } finally {
      await queryClient.invalidateQueries({ queryKey: LIST });
    }
  };
}
