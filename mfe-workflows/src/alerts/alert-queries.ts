import { useApi, useSessionUser } from '@portage/area-kit';
import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { useQuery } from '@tanstack/react-query';

export type Alert = CallResponse<Calls, 'GET /api/alerts'>['alerts'][number];

/** The shell caches the number of unread alerts, shown next to Run History, under `unread`. */
export const alertKeys = {
  all: ['alerts'] as const,
  unread: ['alerts', 'unread'] as const,
  webhookError: ['alerts', 'webhook-error'] as const,
  workflow: (workflowId: string) => ['alerts', 'workflow', workflowId] as const,
};

export function useWorkflowAlerts(workflowId: string) {
  const api = useApi();
  return useQuery({
    queryKey: alertKeys.workflow(workflowId),
    queryFn: ({ signal }) => api('GET /api/alerts/workflows/{workflowId}', { params: { workflowId } }, { signal }),
  });
}

/** Why the person's webhook refused the last message; null if it accepted it, or if there is no webhook. Not read for another person. */
export function useWebhookError() {
  const api = useApi();
  const isImpersonating = useSessionUser()?.isImpersonating ?? false;
  return useQuery({
    queryKey: alertKeys.webhookError,
    queryFn: async ({ signal }) => (await api('GET /api/alerts/settings', {}, { signal })).settings.webhookError,
    staleTime: 0,
    enabled: !isImpersonating,
  });
}
