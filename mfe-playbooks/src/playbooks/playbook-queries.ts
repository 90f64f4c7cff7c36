import { useApi, useHost } from '@portage/area-kit';
import { isApiError } from '@portage/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Template } from './api-types.ts';

const FOLLOWED_MS = 15_000;

export const playbookKeys = {
  all: ['playbooks'] as const,
  templates: ['playbook-templates'] as const,
  one: (id: string) => ['playbooks', 'one', id] as const,
};

/** @param isFollowed polls, so that a broken connector or a deactivated workflow shows without a reload */
export function usePlaybook(id: string, { isFollowed = false } = {}) {
  const api = useApi();
  return useQuery({
    queryKey: playbookKeys.one(id),
    queryFn: ({ signal }) => api('GET /api/playbooks/{id}', { params: { id } }, { signal }),
    select: ({ playbook }) => playbook,
    // A deleted playbook does not come back.
    retry: (count, error) => count < 1 && !isApiError(error),
    ...(isFollowed ? { refetchInterval: FOLLOWED_MS } : {}),
    staleTime: 0,
  });
}

/** Starts a template and opens its wizard (spec PB-10); the button shows a failure as a toast (spec PB-11). */
export function useStartPlaybook(): (playbookTemplateId: string) => Promise<void> {
  const { api, navigate } = useHost();
  const queryClient = useQueryClient();
  return async (playbookTemplateId) => {
    const { playbookId } = await api('POST /api/playbooks', { body: { playbookTemplateId } });
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: playbookKeys.templates }),
      queryClient.invalidateQueries({ queryKey: playbookKeys.all }),
    ]);
    navigate(wizardPath(playbookId));
  };
}

export const LIST_PATH = '/playbooks-and-templates';

/** The tab of the list that contains a template. */
export function getListPath(template: Pick<Template, 'integrationType'> | null): string {
  return template?.integrationType === 'IntegrationApplication' ? `${LIST_PATH}?tab=applications` : LIST_PATH;
}

export function wizardPath(playbookId: string, stepId?: string): string {
  const path = `/playbook-wizards/${encodeURIComponent(playbookId)}`;
  return stepId === undefined ? path : `${path}?step=${encodeURIComponent(stepId)}`;
}

export function playbookPath(playbookId: string): string {
  return `/playbooks/${encodeURIComponent(playbookId)}`;
}
