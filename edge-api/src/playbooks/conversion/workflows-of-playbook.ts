import { formatErrorCauses, log } from '@portage/contracts/log';
import { auditChange } from '../../audit/record-audit.ts';
import { ApiProblem } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';
import { deleteWorkflow } from '../../workflows/activate-workflow.ts';

/** A workflow that is already gone counts as deleted. */
export async function deleteAll(workflowIds: readonly string[], context: UserContext): Promise<void> {
  for (const workflowId of workflowIds) {
    await unlessGone(async () => {
      await unlessFollowing(() => deleteWorkflow(workflowId, context));
      await auditChange(context, 'workflow.deleted', { workflowId });
    });
  }
}

const FOLLOWS_LATER = new Set(['schedule-not-set', 'event-not-set']);

/**
 * Does work that switches a workflow off. Its schedule or listener may not be able to follow right now. That holds up no other workflow: both ask the
 * database before they start a run, and the engine's sweep catches up.
 */
export async function unlessFollowing(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ApiProblem && FOLLOWS_LATER.has(error.code))) throw error;
    log('warn', 'A workflow that was switched off is followed later', { code: error.code, cause: formatErrorCauses(error.cause) });
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
