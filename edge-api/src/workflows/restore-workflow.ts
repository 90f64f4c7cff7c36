import { readRunChain } from '@portage/contracts';
import { findWorkflowRecord, restoreWorkflowRow } from '@portage/database';
import { auditChange } from '../audit/record-audit.ts';
import { ApiProblem, type ApiWarning, workflowNotFound } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { restorableSince } from '../workflow-folders/restorable.ts';
import { takeChainStart } from '../workflow-instances/take-start.ts';
import { startAgain } from './activate-workflow.ts';

/**
 * Undoes the deletion of a workflow. If it was active, it is active again, with the version that it ran.
 *
 * @returns why it isn't active again, or what the person should know about its schedule or event.
 * @throws ApiProblem 404 for a workflow that the caller didn't delete recently, 409 `run-chain-used-up`
 */
export async function restoreWorkflow(workflowId: string, context: UserContext): Promise<ApiWarning[]> {
  const { db, user } = context;
  // Restoring self-starting workflows from a run is limited like activating them (HOSTILE 37).
  const chain = readRunChain((name) => context.request.headers.get(name));
  if (chain) await takeChainStart(context, user.id, chain);
  const restored = await restoreWorkflowRow(db, user.id, workflowId, {
    at: context.now(),
    deletedAfter: restorableSince(context.now()),
  });
  // A second press of Undo finds the workflow already restored.
  if (!restored && !(await findWorkflowRecord(db, user.id, workflowId))) throw workflowNotFound();
  await auditChange(context, 'workflow.restored', { workflowId, ...(restored ? { name: restored.name } : {}) });
  if (!restored?.wasActive) return [];
  try {
    return await startAgain(workflowId, context, chain);
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    // The engine's sweep catches up an active one.
    const text = error.status === 503 ? error.message : `The workflow is back, but not active: ${error.message}`;
    return [{ code: error.status === 503 ? error.code : 'not-active-again', userMessage: text, message: text }];
  }
}
