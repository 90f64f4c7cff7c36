import type { ParsedInput } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { findWorkflow, insertWorkflow, type WorkflowWithSteps } from '@portage/database';
import { invalid, workflowNotFound } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { createOnce } from '../http/create-once.ts';
import { requireFolder } from '../workflow-folders/require-folder.ts';
import { makeTriggerCode } from './trigger-code.ts';
import { findTriggerType, startingSteps, stepsToStore } from './workflow-steps.ts';

/** Default for a workflow without a name (spec WFL-37, WFL-38). */
const DEFAULT_NAME = 'Untitled workflow';

/**
 * Creates an inactive workflow for the caller (spec WFL-41..43); the server makes ids and the trigger code.
 *
 * @param fixed `id`: of a workflow that is created once, however often it is requested; `onFailureWorkflowId`: a workflow of the same owner
 * @throws ApiProblem 404 for a folder that the caller doesn't have, 400 if it is requested as active, or if steps and triggerType disagree.
 */
export async function createWorkflow(
  body: ParsedInput<Calls, 'POST /api/workflows'>['body'],
  context: UserContext,
  { id = context.newId(), onFailureWorkflowId = null }: { id?: string; onFailureWorkflowId?: string | null } = {},
): Promise<WorkflowWithSteps> {
  const { user, db } = context;
  if (body.isActive) throw invalid('A new workflow starts inactive. Create it first, then activate it.', 'isActive');
  const given = body.steps ?? [];
  if (given.length > 0 && body.triggerType !== undefined && findTriggerType(given) !== body.triggerType) {
    throw invalid('The steps have a different trigger from triggerType. Leave triggerType out.', 'triggerType');
  }

  const at = context.now();
  const steps = stepsToStore(given.length > 0 ? given : startingSteps(body.triggerType ?? 'Manual', at, body.timeZone), [], context.newId);
  const workflow = {
    id,
    versionId: context.newId(),
    name: body.name ?? DEFAULT_NAME,
    description: body.description ?? null,
    loggingMode: body.loggingMode ?? ('LogAllData' as const),
    triggerCode: makeTriggerCode(),
    triggerType: findTriggerType(steps),
    steps,
    editorState: body.state ?? null,
    onFailureWorkflowId,
    createdByUserId: user.impersonatorUserId ?? user.id,
    folderId: body.folderId ?? null,
    at,
  };
  if (workflow.folderId !== null) await requireFolder(workflow.folderId, context);
  const made: WorkflowWithSteps = {
    ...workflow,
    ownerUserId: user.id,
    ownerUserEmail: user.email,
    createdAt: at,
    lastUpdatedAt: at,
    lastRunAt: null,
    isDeleted: false,
    deletedAt: null,
    isActive: false,
    testUntil: null,
    isDashboard: false,
    dashboardId: null,
    currentVersionId: workflow.versionId,
    publishedVersionId: null,
    draftVersionId: null,
    publishedNumber: null,
  };
  return createOnce(
    async () => {
      await insertWorkflow(db, user.id, workflow);
      return made;
    },
    async () => {
      const existing = await findWorkflow(db, user.id, id);
      // It was deleted since.
      if (!existing) throw workflowNotFound();
      return existing;
    },
  );
}
