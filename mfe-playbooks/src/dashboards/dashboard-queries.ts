import { useApi, useHost } from '@portage/area-kit';
import { useQuery } from '@tanstack/react-query';
import type { Dashboard } from './api-types.ts';

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
