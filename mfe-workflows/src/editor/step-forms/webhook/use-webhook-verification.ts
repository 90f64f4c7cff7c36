import { useApi } from '@portage/area-kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';

const buildQueryKey = (workflowId: string) => ['workflows', workflowId, 'webhook-verification'] as const;

export function useWebhookVerification(workflowId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const params = { id: workflowId };
  const query = useQuery({
    queryKey: buildQueryKey(workflowId),
    queryFn: ({ signal }) => api('GET /api/workflows/{id}/webhook-verification', { params }, { signal }),
    select: (response) => response.verification,
  });
  async function save(verification: NewVerification | null): Promise<void> {
    const response = await api('PUT /api/workflows/{id}/webhook-verification', { params, body: { verification } });
    queryClient.setQueryData(buildQueryKey(workflowId), response);
  }
  return { query, save };
}

export type Verification = NonNullable<ReturnType<typeof useWebhookVerification>['query']['data']>;
export type NewVerification = Pick<Verification, 'scheme' | 'custom'> & { secret?: string };
