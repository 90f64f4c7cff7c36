import { useApi } from '@portage/area-kit';
import { useQuery } from '@tanstack/react-query';

const STALE_MS = 15_000;
const nothing: Readonly<Record<string, unknown>> = {};

export function useStoredData(workflowId: string | undefined, isWanted: boolean): Readonly<Record<string, unknown>> {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['workflows', workflowId, 'stored-data-values'],
    queryFn: ({ signal }) => api('GET /api/workflows/{id}/workflow-context-data', { params: { id: workflowId ?? '' } }, { signal }),
    select: (answer) => Object.fromEntries(answer.contextData.map(({ key, value }) => [key, value])),
    enabled: isWanted && workflowId !== undefined,
    staleTime: STALE_MS,
  });
  return data ?? nothing;
}
