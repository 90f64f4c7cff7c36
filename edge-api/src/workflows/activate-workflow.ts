import { workflowRepository } from '@portage/database';
import type { TriggerType } from '@portage/workflow';
import { conflict } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { forgetTrigger } from '../webhooks/trigger-cache.ts';
import { requireValid } from './require-valid.ts';
import { workflowNotFound } from './workflow-not-found.ts';

interface ActivationWarning {
  userMessage: string;
  message: string;
  code: string;
}

/**
 * Publishes the current version: from now on the trigger's calls run it.
 *
 * @returns what the person should know about it (spec API-29).
 * @throws ApiProblem 404, 400 `workflow-invalid`, 409 `version-conflict` when it is being saved at the same moment.
 */
export async function activateWorkflow(workflowId: string, context: UserContext): Promise<ActivationWarning[]> {
  const repository = workflowRepository(context.db);
  const workflow = await repository.find(context.user.id, workflowId);
  if (!workflow) throw workflowNotFound();
  requireValid(workflow.steps);
  if (!(await repository.activate(context.user.id, workflowId, workflow.currentVersionId, context.now()))) {
    throw conflict('version-conflict', 'This workflow was changed while it was being activated. Please try again.');
  }
  forgetTrigger(workflow.triggerCode);
  return warningsOf(workflow.triggerType);
}

/** @throws ApiProblem 404 */
export async function deactivateWorkflow(workflowId: string, context: UserContext): Promise<void> {
  const triggerCode = await workflowRepository(context.db).deactivate(context.user.id, workflowId, context.now());
  if (triggerCode === null) throw workflowNotFound();
  forgetTrigger(triggerCode);
}

/** @throws ApiProblem 404 */
export async function deleteWorkflow(workflowId: string, context: UserContext): Promise<void> {
  const triggerCode = await workflowRepository(context.db).delete(context.user.id, workflowId, context.now());
  if (triggerCode === null) throw workflowNotFound();
  forgetTrigger(triggerCode);
}

/** Schedules and connector events do not start runs yet; better to say so than to let a person wait for them. */
function warningsOf(triggerType: TriggerType | null): ActivationWarning[] {
  if (triggerType !== 'Scheduled' && triggerType !== 'ConnectorEvent') return [];
  const what = triggerType === 'Scheduled' ? 'its schedule does' : 'events of its connector do';
  const text = `The workflow is active, but ${what} not start runs in this version of Portage. You can run it by hand.`;
  return [{ userMessage: text, message: text, code: 'trigger-not-available' }];
}
