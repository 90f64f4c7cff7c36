import { findDraft, findWorkflow, type WorkflowToSave } from '@portage/database';
import { workflowNotFound } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { findTriggerType } from './workflow-steps.ts';

/**
 * The workflow as a test runs it.
 *
 * @param ofDraft with the steps of the draft next to the published version, if there is one.
 * @throws ApiProblem 404
 */
export async function findToTest(workflowId: string, ofDraft: boolean | undefined, { db, user }: UserContext): Promise<WorkflowToSave> {
  const workflow = await findWorkflow(db, user.id, workflowId);
  if (!workflow) throw workflowNotFound();
  const draft = ofDraft && workflow.draftVersionId !== null ? await findDraft(db, user.id, workflowId) : null;
  if (!draft) return workflow;
  return { ...workflow, steps: draft.steps, currentVersionId: draft.id, triggerType: findTriggerType(draft.steps) };
}
