import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { useQueries } from '@tanstack/react-query';
import { useApi } from '../host/host.ts';

/** As many as one call returns; people don't look through more choices. */
const CONNECTORS_OF_TYPE = 100;

export type ListedConnector = CallResponse<Calls, 'GET /api/connectors'>['connectors'][number];

/** A person's connectors of some types, reloaded each time the page opens: one may just have been added. */
export function useConnectorsByType(types: readonly { id: string; isAvailable: boolean }[]) {
  const api = useApi();
  return useQueries({
    queries: types
      .filter(({ isAvailable }) => isAvailable)
      .map(({ id }) => ({
        queryKey: ['connectors', 'of-type', id],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          api('GET /api/connectors', { query: { connectorTypeId: id, pageSize: CONNECTORS_OF_TYPE } }, { signal }),
        staleTime: 0,
        refetchOnMount: 'always' as const,
      })),
    combine: (results) => ({
      data: results.some(({ data }) => !data) ? undefined : results.flatMap(({ data }): ListedConnector[] => data?.connectors ?? []),
      error: results.find(({ error }) => error)?.error ?? null,
      refetch: () => Promise.all(results.map(({ refetch }) => refetch())),
    }),
  });
}
