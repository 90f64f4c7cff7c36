import { useApi } from '@portage/ui';
import type { WorkflowStep } from '@portage/workflow';
import { useQuery } from '@tanstack/react-query';
import { workflowKeys } from '../../workflow-list/workflow-queries.ts';
import { useOpenWorkflow } from '../save/saving-context.tsx';

/** The steps of a run: those of its version if the history still has it, else those in the designer. */
export function useVersionSteps(versionId: string | undefined, draft: readonly WorkflowStep[]): readonly WorkflowStep[] {
  const api = useApi();
  const workflow = useOpenWorkflow();
  const isCurrent = versionId === undefined || versionId === workflow.versionId;
  const versions = useQuery({
    queryKey: [...workflowKeys.versions(workflow.id), workflow.versionId],
    queryFn: ({ signal }) => api('GET /api/workflows/{id}/versions', { params: { id: workflow.id } }, { signal }),
    select: (answer) => answer.workflowVersions.find((version) => version.id === versionId)?.steps,
    enabled: !isCurrent,
  });
  return isCurrent ? workflow.steps : (versions.data ?? draft);
}
