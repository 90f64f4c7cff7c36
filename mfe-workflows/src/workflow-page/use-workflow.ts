import { isApiError } from '@portage/contracts';
import { useApi } from '@portage/ui';
import type { WorkflowStep } from '@portage/workflow';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Workflow } from '../api-types.ts';
import { workflowKeys } from '../workflow-list/workflow-queries.ts';
import type { WorkflowInfo } from './workflow-info-dialog.tsx';

/** Somebody else, or another tab, saved first. */
export function isVersionConflict(error: unknown): boolean {
  return isApiError(error) && error.code === 'version-conflict';
}

/** One workflow and what can be done to it; every change puts the server's answer into the cache. */
export function useWorkflow(workflowId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const params = { id: workflowId };
  const query = useQuery({
    queryKey: workflowKeys.workflow(workflowId),
    queryFn: ({ signal }) => api('GET /api/workflows/{id}', { params }, { signal }),
    select: (answer) => answer.workflow,
    // A save compares versions, so a page that stays open must not change its ground under the person's hands.
    refetchOnWindowFocus: false,
  });

  function keep(workflow: Workflow) {
    queryClient.setQueryData(workflowKeys.workflow(workflowId), { workflow });
    void queryClient.invalidateQueries({ queryKey: [...workflowKeys.all, 'list'] });
  }

  return {
    query,
    reload: () => query.refetch(),
    /** @param versionId the version that was changed; left out, whatever is there is replaced. */
    async saveSteps(steps: WorkflowStep[], versionId?: string) {
      const { workflow } = await api('PUT /api/workflows/{id}', { params, body: { steps, ...(versionId ? { versionId } : {}) } });
      keep(workflow);
    },
    async saveInfo({ name, description, loggingMode }: WorkflowInfo) {
      const { workflow } = await api('PUT /api/workflows/{id}', {
        params,
        body: { name: name.trim(), description: description || null, loggingMode },
      });
      keep(workflow);
    },
    /** @returns the first warning, if there is one (spec EDIT-50). */
    async setActive(isActive: boolean): Promise<string | undefined> {
      const answer = isActive
        ? await api('POST /api/workflows/{id}/activate', { params })
        : await api('POST /api/workflows/{id}/deactivate', { params });
      // Spec EDIT-49: followed by a reload.
      await query.refetch();
      void queryClient.invalidateQueries({ queryKey: [...workflowKeys.all, 'list'] });
      return answer.warnings[0]?.userMessage;
    },
  };
}
