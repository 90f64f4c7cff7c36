import {
  findConnectorTypeIds,
  findPrivateTypeNames,
  findSharedWorkflow,
  findWorkflow,
  removeSharedVersion,
  type SharedWorkflow,
  setSharedVersion,
  settleVersion,
} from '@portage/database';
import { collectConnectorIds, collectConnectorTypeIds, shareableSteps, withConnectorTypes } from '@portage/workflow';
import { ApiProblem, conflict, workflowNotFound } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { createWorkflow } from './create-workflow.ts';
import { makeTriggerCode } from './trigger-code.ts';

/**
 * The link that lets others import the workflow's current version (spec API-38).
 *
 * @throws ApiProblem 404, 409 `private-api` if it uses an API that others can't use
 */
export async function shareWorkflow(workflowId: string, context: UserContext): Promise<string> {
  const { db, user, publicOrigin } = context;
  const workflow = await findWorkflow(db, user.id, workflowId);
  if (!workflow) throw workflowNotFound();
  const types = await findConnectorTypeIds(db, user.id, collectConnectorIds(workflow.steps));
  const [name] = await findPrivateTypeNames(db, collectConnectorTypeIds(withConnectorTypes(workflow.steps, types)));
  if (name !== undefined) {
    const why = `This workflow uses “${name}”, a private API that other people can't use.`;
    throw conflict('private-api', `${why} Ask an admin to share the API with everyone, or remove its steps.`);
  }
  const shared = { versionId: workflow.currentVersionId, newCode: makeTriggerCode() };
  const [code] = await Promise.all([setSharedVersion(db, user.id, workflowId, shared), settleVersion(db, user.id, shared.versionId)]);
  if (code === null) throw workflowNotFound();
  return `${publicOrigin}/workflow/import/${workflowId}?sharedWorkflowCode=${code}`;
}

/** @throws ApiProblem 404 */
export async function stopSharing(workflowId: string, { db, user }: UserContext): Promise<void> {
  if (!(await removeSharedVersion(db, user.id, workflowId))) throw workflowNotFound();
}

/** The contents of a shared link's page (spec API-40, API-41). @throws ApiProblem 404 `shared-link-invalid` */
export async function importInfo(
  workflowId: string,
  code: string,
  context: UserContext,
): Promise<{ name: string; createdByUserName: string }> {
  const { name, ownerFirstName, ownerLastName } = await sharedWorkflow(workflowId, code, context);
  return { name, createdByUserName: `${ownerFirstName ?? ''} ${ownerLastName ?? ''}`.trim() || 'A Portage user' };
}

/** Creates the caller's own inactive copy (spec API-39). @returns its id. @throws ApiProblem 404 `shared-link-invalid` */
export async function importWorkflow(workflowId: string, code: string, name: string, context: UserContext): Promise<string> {
  const { steps, description, loggingMode } = await sharedWorkflow(workflowId, code, context);
  const copy = await createWorkflow({ name, description, loggingMode, steps: shareableSteps(steps) }, context);
  return copy.id;
}

async function sharedWorkflow(workflowId: string, code: string, { db }: UserContext): Promise<SharedWorkflow> {
  const shared = await findSharedWorkflow(db, workflowId, code);
  if (shared) return shared;
  throw new ApiProblem(
    404,
    'shared-link-invalid',
    'This link does not lead to a shared workflow, or no longer does. Ask the person who gave it to you for a new one.',
  );
}
