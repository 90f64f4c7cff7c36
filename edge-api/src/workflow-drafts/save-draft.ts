import type { ParsedInput } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { findDraft, findWorkflow, settleVersion, type WorkflowToSave, type WorkflowVersionRecord, writeDraft } from '@portage/database';
import { isSameJson } from '@portage/primitives/json';
import { auditChange } from '../audit/record-audit.ts';
import { conflict, workflowNotFound } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { saveOptimistically } from '../http/save-optimistically.ts';
import { isOutdated, toEditor } from '../workflows/is-outdated.ts';
import { stepsOfSave } from '../workflows/update-workflow.ts';

type Body = ParsedInput<Calls, 'PUT /api/workflows/{id}/draft'>['body'];

export interface OpenDraft {
  workflow: WorkflowToSave & { publishedVersionId: string };
  draft: WorkflowVersionRecord | null;
}

/**
 * Saves the draft next to the published version. The first save creates it, unless it changes nothing.
 *
 * @returns the draft, or null if the workflow has no draft yet.
 * @throws ApiProblem 404; 409 `workflow-inactive`, `version-conflict`; 403 `hidden-steps` as for a workflow.
 */
export function saveDraft(workflowId: string, body: Body, context: UserContext): Promise<WorkflowVersionRecord | null> {
  const { db, user, now, newId } = context;
  return saveOptimistically(async () => {
    const { workflow, draft } = await findActive(workflowId, context);
    const newest = draft ?? { steps: workflow.steps, id: workflow.publishedVersionId, editorSessionId: null, editorSaveNumber: null };
    const steps = stepsOfSave(body.steps, newest.steps, context);
    if (isSameJson(steps, newest.steps)) {
      const isByHand = body.editorSessionId !== undefined && !body.isAutosave;
      if (draft && isByHand) await settleVersion(db, user.id, draft.id);
      return draft;
    }
    if (isOutdated({ ...newest, versionId: newest.id }, body)) throw draftConflict();
    const versionId = newId();
    const isSaved = await writeDraft(db, user.id, workflowId, {
      expected: { draftVersionId: draft?.id ?? null, publishedVersionId: workflow.publishedVersionId },
      newVersion: { id: versionId, steps, createdByUserId: user.impersonatorUserId ?? user.id },
      editorState: body.state,
      ...(body.editorSessionId === undefined ? {} : { editor: toEditor(body.editorSessionId, body) }),
      at: now(),
    });
    if (!isSaved) return undefined;
    await auditChange(context, 'workflow.draft-saved', { workflowId, versionId });
    return findDraft(db, user.id, workflowId);
  }, draftConflict);
}

/** @throws ApiProblem 404; 409 `workflow-inactive`: such a workflow is changed directly. */
export async function findActive(workflowId: string, { db, user }: UserContext): Promise<OpenDraft> {
  const workflow = await findWorkflow(db, user.id, workflowId);
  if (!workflow) throw workflowNotFound();
  const { isActive, publishedVersionId, draftVersionId } = workflow;
  if (!isActive || publishedVersionId === null) {
    throw conflict('workflow-inactive', 'This workflow is inactive, so edit it directly instead of in a draft.');
  }
  const draft = draftVersionId === null ? null : await findDraft(db, user.id, workflowId);
  return { workflow: { ...workflow, publishedVersionId }, draft };
}

export function draftConflict() {
  return conflict(
    'version-conflict',
    'This draft was changed, published or discarded elsewhere since you opened it. Reload it to continue from its current state.',
  );
}
