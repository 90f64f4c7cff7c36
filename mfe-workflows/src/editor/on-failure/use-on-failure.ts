import { useApi } from '@portage/area-kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';

const buildQueryKey = (workflowId: string) => ['workflows', workflowId, 'on-failure'] as const;

export function useOnFailure(workflowId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const params = { id: workflowId };
  const query = useQuery({
    queryKey: buildQueryKey(workflowId),
    queryFn: ({ signal }) => api('GET /api/workflows/{id}/on-failure', { params }, { signal }),
    select: (answer) => answer.onFailure,
  });
  async function save(handlerId: string | null): Promise<void> {
    const answer = await api('PUT /api/workflows/{id}/on-failure', { params, body: { workflowId: handlerId } });
    queryClient.setQueryData(buildQueryKey(workflowId), answer);
  }
  return { query, save };
}
