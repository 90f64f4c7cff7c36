import { auditChange } from '../audit/record-audit.ts';
import { ApiProblem } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { deleteWorkflow } from '../workflows/activate-workflow.ts';

/** A workflow that is already gone counts as deleted. */
export async function deleteAll(workflowIds: readonly string[], context: UserContext): Promise<void> {
  for (const workflowId of workflowIds) {
    await unlessGone(async () => {
      await deleteWorkflow(workflowId, context);
      await auditChange(context, 'workflow.deleted', { workflowId });
    });
  }
}

/** A person may have deleted one of the workflows. */
export async function unlessGone(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ApiProblem && error.status === 404)) throw error;
  }
}
