import { useApi } from '@portage/area-kit';
import { useQuery } from '@tanstack/react-query';

export function useConnector(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['connectors', 'one', id],
    queryFn: async ({ signal }) => (await api('GET /api/connectors/{id}', { params: { id } }, { signal })).connector,
    // A form shows the connector: a reload must not overwrite what the person typed.
    staleTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });
}
