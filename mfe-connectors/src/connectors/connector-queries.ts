import { useApi } from '@portage/area-kit';
import { pageIndexOf, sortQuery, type TableSort } from '@portage/ui';
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';

/** Connectors a page (spec CONN-06). */
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
    pageIndex: pageIndexOf(page),
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
    // A form shows the connector: a reload must not overwrite what the person types.
    staleTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });
}

/** Takes a deleted connector out of every list; the page that still shows it for a moment does not read it again. */
export async function forgetDeletedConnector(queryClient: QueryClient, id: string): Promise<void> {
  const isItsOwn = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey.includes(id);
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: keys.all, predicate: (query) => !isItsOwn(query) }),
    queryClient.invalidateQueries({ queryKey: ['connector-schemas', 'connectors'] }),
  ]);
}

/** Reloads every list of connectors after one was made, changed or deleted (spec CONN-51), the editor's lists included. */
export async function forgetConnectors(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: keys.all }),
    queryClient.invalidateQueries({ queryKey: ['connector-schemas', 'connectors'] }),
  ]);
}
