import { useApi, useSessionUser } from '@portage/area-kit';
import type { AlertKind, CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

export type Alert = CallResponse<Calls, 'GET /api/alerts'>['alerts'][number];

export const ALERT_PAGE_SIZE = 20;

/** The shell caches the number of unread alerts, shown next to Run History, under `unread`. */
export const alertKeys = {
  all: ['alerts'] as const,
  unread: ['alerts', 'unread'] as const,
  webhookError: ['alerts', 'webhook-error'] as const,
  workflow: (workflowId: string) => ['alerts', 'workflow', workflowId] as const,
};

export interface AlertListFilter {
  kind: AlertKind | null;
  unreadOnly: boolean;
  isForEveryone: boolean;
  /** Starts at 1. */
  page: number;
}

export function useAlerts({ kind, unreadOnly, isForEveryone, page }: AlertListFilter) {
  const api = useApi();
  const query = {
    ...(kind ? { kind } : {}),
    ...(unreadOnly ? { unreadOnly: true } : {}),
    ...(isForEveryone ? { isAdmin: true } : {}),
    pageIndex: page - 1,
    pageSize: ALERT_PAGE_SIZE,
  };
  return useQuery({
    queryKey: [...alertKeys.all, 'list', query],
    queryFn: ({ signal }) => api('GET /api/alerts', { query }, { signal }),
    select: ({ alerts, totalCount }) => ({ rows: alerts, totalCount }),
    placeholderData: keepPreviousData,
  });
}

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
