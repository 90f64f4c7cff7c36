import { isApiError } from '@portage/contracts';
import { pageIndexOf, useApi, useHost } from '@portage/ui';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';

/** Spec PB-08. */
export const TEMPLATES_ON_PAGE = 20;

export const playbookKeys = {
  all: ['playbooks'] as const,
  templates: ['playbook-templates'] as const,
  one: (id: string) => ['playbooks', 'one', id] as const,
};

/** One page of playbook templates of a kind. */
export function usePlaybookTemplates(isIntegrationApplications: boolean, page: number) {
  const api = useApi();
  return useQuery({
    queryKey: [...playbookKeys.templates, 'gallery', isIntegrationApplications, page],
    queryFn: ({ signal }) =>
      api(
        'GET /api/playbook-templates',
        { query: { isIntegrationApplications, pageIndex: pageIndexOf(page), pageSize: TEMPLATES_ON_PAGE } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** The person's playbooks of some templates (API-130). */
export function usePlaybooksOf(playbookTemplateIds: readonly string[]) {
  const api = useApi();
  return useQuery({
    queryKey: [...playbookKeys.all, 'of-templates', playbookTemplateIds],
    queryFn: ({ signal }) => api('GET /api/playbooks', { query: { playbookTemplateIds: [...playbookTemplateIds] } }, { signal }),
    select: ({ playbooks }) => playbooks,
    enabled: playbookTemplateIds.length > 0,
    staleTime: 0,
  });
}

export function usePlaybook(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: playbookKeys.one(id),
    queryFn: ({ signal }) => api('GET /api/playbooks/{id}', { params: { id } }, { signal }),
    select: ({ playbook }) => playbook,
    // A deleted playbook does not come back.
    retry: (count, error) => count < 1 && !isApiError(error),
    staleTime: 0,
  });
}

/** Starts a template and opens its wizard (spec PB-10); a failure is the button's toast (spec PB-11). */
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

export function wizardPath(playbookId: string, stepId?: string): string {
  const path = `/playbook-wizards/${encodeURIComponent(playbookId)}`;
  return stepId === undefined ? path : `${path}?step=${encodeURIComponent(stepId)}`;
}

export function playbookPath(playbookId: string): string {
  return `/playbooks/${encodeURIComponent(playbookId)}`;
}
