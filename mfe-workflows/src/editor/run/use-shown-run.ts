import { useApi } from '@portage/area-kit';
import { useQuery } from '@tanstack/react-query';

/** The run that Last Run shows: the one that the address names, otherwise the workflow's newest. `undefined` while loading. */
export function useShownRun(
  workflowId: string,
  runId: string | null,
): { runId: string | null | undefined; isLooking: boolean; error: unknown; look: () => Promise<string | null> } {
  const api = useApi();
  const newest = useQuery({
    queryKey: ['workflows', workflowId, 'last-instance'],
    queryFn: ({ signal }) => api('GET /api/workflows/{id}/last-instance', { params: { id: workflowId } }, { signal }),
    select: (answer) => answer.workflowInstance?.id ?? null,
    enabled: runId === null,
    staleTime: 0,
  });
  return {
    runId: runId ?? newest.data,
    isLooking: newest.isFetching,
    error: runId === null ? newest.error : null,
    look: async () => (await newest.refetch()).data ?? null,
  };
}
