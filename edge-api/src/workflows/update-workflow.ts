import type { ParsedInput } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import {
  findWorkflow,
  settleVersion,
  updateWorkflowRow,
  type WorkflowChange,
  type WorkflowToSave,
  type WorkflowWithSteps,
} from '@portage/database';
import { isSameJson } from '@portage/primitives/json';
import type { WorkflowStep } from '@portage/workflow';
import { auditChange } from '../audit/record-audit.ts';
import { syncEvent } from '../connector-events/sync-event.ts';
import { mergeHiddenSteps, stepsFor } from '../hidden-steps/visible-to.ts';
import { conflict, invalid, workflowNotFound } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { saveOptimistically } from '../http/save-optimistically.ts';
import { forgetTrigger } from '../webhooks/trigger-cache.ts';
import { triggerChanged } from '../webhooks/trigger-changes.ts';
import { isOutdated, type NewestSave, toEditor } from './is-outdated.ts';
import { syncSchedule } from './schedule.ts';
import { findTriggerType, stepsToStore } from './workflow-steps.ts';

type Body = ParsedInput<Calls, 'PUT /api/workflows/{id}'>['body'];

/**
 * Saves what the body names and leaves the rest. A change of steps, name or logging makes a new version, which new runs
 * use at once if the workflow is active.
 *
 * @throws ApiProblem 404; 409 `version-conflict` if `versionId` is no longer the current one, `workflow-active` for steps
 * of an active workflow; 403 `hidden-steps` if steps that the owner doesn't see can't be kept; 400 if `isActive` differs from the current state.
 */
export function updateWorkflow(workflowId: string, body: Body, context: UserContext): Promise<WorkflowWithSteps> {
  return saveOptimistically(async () => {
    const current = await findWorkflow(context.db, context.user.id, workflowId);
    if (!current) throw workflowNotFound();
    const change = buildChange(current, body, context);
    if (change === null) {
      await keepAsSavedByHand(current, body, context);
      return current;
    }
    if (!(await updateWorkflowRow(context.db, context.user.id, workflowId, change))) return undefined;
    if (!change.newVersion) await keepAsSavedByHand(current, body, context);
    if (change.newVersion) await noteNewVersion(current, context);
    await auditSave(workflowId, current, change, context);
    if (concernsSchedule(current, change)) await syncSchedule(context, workflowId);
    if (concernsEvent(current, change)) await syncEvent(context, workflowId);
    return changed(current, change);
  }, versionConflict);
}

/** An active workflow's calls start its new version from now on. */
async function noteNewVersion({ id, isActive, triggerCode }: WorkflowWithSteps, context: UserContext): Promise<void> {
  if (isActive) await triggerChanged(context, { workflowId: id, ownerUserId: context.user.id, triggerCode });
  else forgetTrigger(triggerCode);
}

/** Save was pressed after the editor had autosaved everything: this is a version to come back to. */
async function keepAsSavedByHand({ currentVersionId }: WorkflowWithSteps, body: Body, { db, user }: UserContext): Promise<void> {
  if (body.editorSessionId === undefined || body.isAutosave) return;
  await settleVersion(db, user.id, currentVersionId);
}

/** Which parts changed, and the names; the versions have the contents of steps. Moving the canvas doesn't change the workflow. */
async function auditSave(workflowId: string, current: WorkflowWithSteps, change: WorkflowChange, context: UserContext): Promise<void> {
  const changed = [
    ...(change.name === current.name ? [] : ['name']),
    ...(change.description === current.description ? [] : ['description']),
    ...(change.loggingMode === current.loggingMode ? [] : ['loggingMode']),
    ...(change.newVersion && !isSameJson(change.newVersion.steps, current.steps) ? ['steps'] : []),
  ];
  if (changed.length === 0) return;
  const names = change.name === current.name ? {} : { name: change.name, oldName: current.name };
  await auditChange(context, 'workflow.saved', { workflowId, changed, ...names, versionId: change.newVersion?.id ?? null });
}

function buildChange(current: WorkflowToSave, body: Body, context: UserContext): WorkflowChange | null {
  if (body.isActive !== undefined && body.isActive !== current.isActive) {
    throw invalid(`This workflow is ${current.isActive ? '' : 'not '}active. Use activate or deactivate to change that.`, 'isActive');
  }
  const steps = body.steps ? stepsOfSave(body.steps, current.steps, context) : current.steps;
  const haveStepsChanged = !isSameJson(steps, current.steps);
  if (haveStepsChanged && current.isActive && !isOutdated(toNewestSave(current), body)) {
    throw conflict('workflow-active', 'The steps of an active workflow cannot be changed. Deactivate it first.');
  }

  const name = body.name ?? current.name;
  const loggingMode = body.loggingMode ?? current.loggingMode;
  const description = body.description === undefined ? current.description : body.description;
  const editorState = body.state === undefined ? current.editorState : body.state;
  const needsVersion = haveStepsChanged || name !== current.name || loggingMode !== current.loggingMode;
  if (needsVersion && isOutdated(toNewestSave(current), body)) throw versionConflict();
  if (!needsVersion && description === current.description && isSameJson(editorState, current.editorState)) return null;
  return {
    expected: { versionId: current.currentVersionId, isActive: current.isActive },
    name,
    description,
    loggingMode,
    triggerType: findTriggerType(steps),
    editorState,
    at: context.now(),
    ...(body.editorSessionId === undefined ? {} : { editor: toEditor(body.editorSessionId, body) }),
    ...(needsVersion ? { newVersion: newVersion(steps, current, context) } : {}),
  };
}

/** The sent steps in stored form, with those that the caller doesn't see. @throws ApiProblem 403 `hidden-steps` */
export function stepsOfSave(sent: WorkflowStep[], stored: WorkflowStep[], { user, newId }: UserContext): WorkflowStep[] {
  return mergeHiddenSteps(user, stepsToStore(sent, stepsFor(user, stored).steps, newId), stored);
}

/** A running schedule runs the new version from now on; a removed one must stop. */
function concernsSchedule(current: WorkflowWithSteps, { newVersion, triggerType }: WorkflowChange): boolean {
  return current.triggerType === 'Scheduled' && newVersion !== undefined && (current.isActive || triggerType !== 'Scheduled');
}

/** An active workflow's event listener must follow too, and so must the listener of a workflow that is being tested. */
function concernsEvent(current: WorkflowWithSteps, { newVersion, triggerType }: WorkflowChange): boolean {
  if (current.triggerType !== 'ConnectorEvent' || newVersion === undefined) return false;
  return current.isActive || triggerType !== 'ConnectorEvent';
}

function newVersion(steps: WorkflowWithSteps['steps'], current: WorkflowWithSteps, { newId, user }: UserContext) {
  return { id: newId(), steps, createdByUserId: user.impersonatorUserId ?? user.id, isPublished: current.isActive };
}

function changed(current: WorkflowWithSteps, change: WorkflowChange): WorkflowWithSteps {
  const { newVersion: version } = change;
  return {
    ...current,
    name: change.name,
    description: change.description,
    loggingMode: change.loggingMode,
    triggerType: change.triggerType,
    editorState: change.editorState,
    lastUpdatedAt: change.at,
    steps: version?.steps ?? current.steps,
    currentVersionId: version?.id ?? current.currentVersionId,
    publishedVersionId: version?.isPublished ? version.id : current.publishedVersionId,
    publishedNumber: version ? numberAfter(current, version.isPublished) : current.publishedNumber,
  };
}

/** An active workflow's published version is the newest one it ever published. */
function numberAfter({ publishedNumber }: WorkflowWithSteps, isPublished: boolean): number | null {
  return isPublished && publishedNumber !== null ? publishedNumber + 1 : null;
}

function toNewestSave({ currentVersionId, ...save }: WorkflowToSave): NewestSave {
  return { ...save, versionId: currentVersionId };
}

function versionConflict() {
  return conflict(
    'version-conflict',
    'This workflow was changed elsewhere since you opened it. Reload to continue from the latest version.',
  );
}
