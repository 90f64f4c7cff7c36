import { runChainOf } from '@portage/contracts';
import { workflowLifeRepository, workflowRepository } from '@portage/database';
import { auditChange } from '../audit/record-audit.ts';
import { ApiProblem } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { restorableSince } from '../workflow-folders/restorable.ts';
import { takeChainStart } from '../workflow-instances/take-start.ts';
import { startAgain } from './activate-workflow.ts';
import type { ActivationWarning } from './check-publication.ts';
import { workflowNotFound } from './workflow-not-found.ts';

/**
 * Takes the deletion of a workflow back. If it was active, it is active again, with the version that it ran.
 *
 * @returns why it is not active again, or what the person should know of its schedule or event.
 * @throws ApiProblem 404 for a workflow that the caller did not delete lately, 409 `run-chain-used-up`
 */
export async function restoreWorkflow(workflowId: string, context: UserContext): Promise<ActivationWarning[]> {
  const { db, user } = context;
  // A run that brings back what starts runs by itself is bounded as one that activates it (HOSTILE 37).
  const chain = runChainOf((name) => context.request.headers.get(name));
  if (chain) await takeChainStart(context, user.id, chain);
  const restored = await workflowLifeRepository(db).restore(user.id, workflowId, {
    at: context.now(),
    deletedAfter: restorableSince(context.now()),
  });
  // A second press of Undo finds the workflow as it wants it.
  if (!restored && !(await workflowRepository(db).findRecord(user.id, workflowId))) throw workflowNotFound();
  await auditChange(context, 'workflow.restored', { workflowId, ...(restored ? { name: restored.name } : {}) });
  if (!restored?.wasActive) return [];
  try {
    return await startAgain(workflowId, context, chain);
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    // The engine's sweep brings an active one round.
    const text = error.status === 503 ? error.message : `The workflow is back, but not active: ${error.message}`;
    return [{ code: error.status === 503 ? error.code : 'not-active-again', userMessage: text, message: text }];
  }
}
