import { useApi } from '@portage/area-kit';
import { isApiError, type RerunType } from '@portage/contracts';
import { useQuery } from '@tanstack/react-query';
import type { RunOfList } from './run-of-list.ts';
import { runKeys } from './run-queries.ts';

/** Why a run can't be re-run in one way or the other. A possible way is missing. */
export type RerunObstacles = Partial<Record<RerunType, string>>;

interface RerunWays {
  obstacles: RerunObstacles;
  /** The workflow has changed since the run started. */
  isChanged: boolean;
}

export const STEPS_GONE = 'This run’s steps and trigger data are no longer stored.';
export const WORKFLOW_GONE = 'The workflow of this run was deleted.';

export function collectObstacles({
  areStepsKept,
  workflow,
}: {
  areStepsKept: boolean;
  workflow: 'gone' | { problemCount: number };
}): RerunObstacles {
  if (!areStepsKept) return { ContinueExisting: STEPS_GONE, StartNew: STEPS_GONE };
  if (workflow === 'gone') return { ContinueExisting: WORKFLOW_GONE, StartNew: WORKFLOW_GONE };
  if (workflow.problemCount === 0) return {};
  const count = workflow.problemCount === 1 ? 'a problem' : `${workflow.problemCount} problems`;
  return { StartNew: `The workflow has ${count} now. Fix it in the editor first.` };
}

/** Loaded when the dialog opens, so that it offers only what will work. */
export function useRerunObstacles(run: RunOfList | null) {
  const api = useApi();
  return useQuery({
    queryKey: [...runKeys.run(run?.id ?? ''), 'obstacles'],
    enabled: run !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    queryFn: async ({ signal }): Promise<RerunWays> => {
      const { id = '', workflowId = '', workflowVersionId } = run ?? {};
      const [steps, workflow] = await Promise.all([
        api('GET /api/workflows/step-instances', { query: { workflowInstanceId: id, pageSize: 1 } }, { signal }),
        api('GET /api/workflows/{id}', { params: { id: workflowId } }, { signal }).catch((error: unknown) => {
          if (isApiError(error) && error.status === 404) return null;
          throw error;
        }),
      ]);
      const areStepsKept = steps.notice === null;
      if (!workflow) return { obstacles: collectObstacles({ areStepsKept, workflow: 'gone' }), isChanged: false };
      const { concernsCallers, validateWorkflow } = await import('@portage/workflow');
      const problemCount = validateWorkflow(workflow.workflow.steps).filter((problem) => !concernsCallers(problem)).length;
      return {
        obstacles: collectObstacles({ areStepsKept, workflow: { problemCount } }),
        isChanged: workflow.workflow.versionId !== workflowVersionId,
      };
    },
  });
}
