import type { ParsedInput } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { findOnFailure, findWorkflow, findWorkflowTemplate, isAdmin, type WorkflowWithSteps } from '@portage/database';
import { withConnectors } from '@portage/workflow';
import { requireMayHide } from '../hidden-steps/visible-to.ts';
import { invalid, notFound, workflowNotFound } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { createWorkflow } from './create-workflow.ts';

type Body = ParsedInput<Calls, 'POST /api/workflows'>['body'];

/**
 * Creates a workflow from the sent steps, or as a copy of a workflow or template. A copy is made from the stored steps, so
 * it includes steps that the caller doesn't see, and they stay hidden (spec EDIT-78).
 *
 * @throws ApiProblem 404 for a workflow or template that is unknown to the caller; 403 `hidden-steps` for a customer who hides
 * steps, as when saving; and as `createWorkflow`.
 */
export async function createFrom(body: Body, context: UserContext): Promise<WorkflowWithSteps> {
  const { copyOfWorkflowId, templateId, connectorIds, ...rest } = body;
  if (copyOfWorkflowId === undefined && templateId === undefined) {
    if (connectorIds) throw invalid('connectorIds requires a templateId.', 'connectorIds');
    requireMayHide(context.user, rest.steps ?? []);
    return createWorkflow(rest, context);
  }
  if (copyOfWorkflowId !== undefined && templateId !== undefined) {
    throw invalid('Name either a workflow or a template to copy.', 'templateId');
  }
  if (rest.steps || rest.triggerType) throw invalid('A copy has the steps of its original. Leave steps and triggerType out.', 'steps');
  if (copyOfWorkflowId !== undefined) {
    if (connectorIds) throw invalid('connectorIds requires a templateId.', 'connectorIds');
    const { onFailureWorkflowId, ...content } = await contentOfWorkflow(copyOfWorkflowId, context);
    return createWorkflow({ ...content, ...rest }, context, { onFailureWorkflowId });
  }
  return createWorkflow({ ...(await contentOfTemplate(templateId ?? '', connectorIds ?? {}, context)), ...rest }, context);
}

async function contentOfWorkflow(workflowId: string, { db, user }: UserContext) {
  const [original, onFailure] = await Promise.all([findWorkflow(db, user.id, workflowId), findOnFailure(db, user.id, workflowId)]);
  if (!original) throw workflowNotFound();
  const { description, loggingMode, steps, folderId } = original;
  // Nothing starts the new workflow yet, so its failures can't form a circle.
  return { description, loggingMode, steps, folderId, onFailureWorkflowId: onFailure?.workflowId ?? null };
}

async function contentOfTemplate(templateId: string, connectorIds: Record<string, string>, { db, user }: UserContext) {
  const template = await findWorkflowTemplate(db, templateId, { includeInactive: isAdmin(user) });
  if (!template) throw notFound('This template');
  return { description: template.description, steps: withConnectors(template.steps, new Map(Object.entries(connectorIds))) };
}
