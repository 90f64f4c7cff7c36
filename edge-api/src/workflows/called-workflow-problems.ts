import { findCallableWorkflow } from '@portage/database';
import { namesSwitchedOff, type WorkflowProblem, type WorkflowStep } from '@portage/workflow';
import type { UserContext } from '../http/context.ts';

/**
 * Steps that call a workflow which the owner doesn't have (anymore): each of their runs would fail. Disabled steps are skipped.
 *
 * @param coming workflows that are being created
 */
export async function findGoneCalledWorkflows(
  steps: readonly WorkflowStep[],
  { db, user }: UserContext,
  coming: ReadonlySet<string> = new Set(),
): Promise<(WorkflowProblem & { stepId: string })[]> {
  const off = namesSwitchedOff(steps);
  const calling = steps.flatMap((step) => {
    if (step.type !== 'CallWorkflow' || !step.workflowId || off.has(step.stepId)) return [];
    return [{ stepId: step.stepId, workflowId: step.workflowId }];
  });
  const ids = [...new Set(calling.map(({ workflowId }) => workflowId))].filter((id) => !coming.has(id));
  const found = await Promise.all(ids.map((id) => findCallableWorkflow(db, user.id, id)));
  const gone = new Set(ids.filter((_, index) => found[index] === null));
  return calling
    .filter(({ workflowId }) => gone.has(workflowId))
    .map(({ stepId }) => ({
      stepId,
      field: 'workflowId',
      message: 'The workflow to call was deleted, or belongs to another account. Choose another one.',
    }));
}
