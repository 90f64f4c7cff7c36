import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { pageIndexOf, type SelectOption, useApi } from '@portage/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

export type Connector = CallResponse<Calls, 'GET /api/connectors'>['connectors'][number];

/** Spec CONN-06. */
export const CONNECTOR_PAGE_SIZE = 10;

export function useConnectors({ name, connectorTypeId }: { name: string; connectorTypeId: string }, page: number) {
  const api = useApi();
  return useQuery({
    queryKey: ['connectors', 'list', name, connectorTypeId, page],
    queryFn: ({ signal }) =>
      api(
        'GET /api/connectors',
        {
          query: {
            name,
            ...(connectorTypeId ? { connectorTypeId } : {}),
            pageIndex: pageIndexOf(page),
            pageSize: CONNECTOR_PAGE_SIZE,
          },
        },
        { signal },
      ),
    select: ({ connectors, totalCount }) => ({ rows: connectors, totalCount }),
    placeholderData: keepPreviousData,
  });
}

/** The types to filter by: those that the person's own connectors have. */
export function useTypesInUse() {
  const api = useApi();
  return useQuery({
    queryKey: ['connectors', 'types-in-use'],
    queryFn: ({ signal }) => api('GET /api/connectors', { query: { pageSize: 100 } }, { signal }),
    select: ({ connectors }) => typesOf(connectors),
  });
}

/** Each type once, by name. */
export function typesOf(connectors: readonly { connectorTypeId: string }[]): SelectOption[] {
  const types = [...new Set(connectors.map((connector) => connector.connectorTypeId))].sort((a, b) => a.localeCompare(b));
  return types.map((type) => ({ value: type, label: type }));
}
