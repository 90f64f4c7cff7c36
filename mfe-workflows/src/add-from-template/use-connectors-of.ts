import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { useApi } from '@portage/ui';
import { useQueries } from '@tanstack/react-query';

/** As many as one call gives; nobody looks through more in a list of choices. */
const CONNECTORS_OF_TYPE = 100;

type Connector = CallResponse<Calls, 'GET /api/connectors'>['connectors'][number];

/** A person's connectors of some types, read anew each time the page is opened: one may just have been added. */
export function useConnectorsOf(types: readonly { id: string; isAvailable: boolean }[]) {
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
      data: results.some(({ data }) => !data) ? undefined : results.flatMap(({ data }): Connector[] => data?.connectors ?? []),
      error: results.find(({ error }) => error)?.error ?? null,
      refetch: () => Promise.all(results.map(({ refetch }) => refetch())),
    }),
  });
}
