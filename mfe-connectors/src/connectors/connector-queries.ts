import { useApi } from '@portage/area-kit';
import { sortQuery, type TableSort, toPageIndex } from '@portage/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

export const CONNECTOR_PAGE_SIZE = 10;

const keys = {
  all: ['connectors'] as const,
  list: (query: object) => ['connectors', 'list', query] as const,
  one: (id: string) => ['connectors', 'one', id] as const,
};

export function useConnectors(
  { name, connectorTypeId }: { name: string; connectorTypeId: string },
  page: number,
  sort: TableSort | undefined,
) {
  const api = useApi();
  const query = {
    name,
    ...(connectorTypeId ? { connectorTypeId } : {}),
    ...sortQuery(sort, ['name', 'type', 'lastUpdatedAt']),
    pageIndex: toPageIndex(page),
    pageSize: CONNECTOR_PAGE_SIZE,
  };
  return useQuery({
    queryKey: keys.list(query),
    queryFn: ({ signal }) => api('GET /api/connectors', { query }, { signal }),
    select: ({ connectors, totalCount }) => ({ rows: connectors, totalCount }),
    placeholderData: keepPreviousData,
  });
}

export function useConnector(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: keys.one(id),
    queryFn: async ({ signal }) => (await api('GET /api/connectors/{id}', { params: { id } }, { signal })).connector,
    // A form shows the connector: a reload must not overwrite what the person typed.
    staleTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });
}
