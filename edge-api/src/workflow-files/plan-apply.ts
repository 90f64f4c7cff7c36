import { createHash } from 'node:crypto';
import type { ParsedInput } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { type AppliedTo, type AppliedWrite, findDraft, findWorkflow, type WorkflowWithSteps } from '@portage/database';
import { isSameJson } from '@portage/primitives/json';
import type { WorkflowStep } from '@portage/workflow';
import { requireMayHide } from '../hidden-steps/visible-to.ts';
import { ApiProblem, type ApiWarning, conflict, invalid, warning, workflowNotFound } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { requireValid } from '../workflow-instances/require-valid.ts';
import { checkPublication, findDashboardId } from '../workflows/check-publication.ts';
import { makeTriggerCode } from '../workflows/trigger-code.ts';
import { stepsOfSave } from '../workflows/update-workflow.ts';
import { findTriggerType, stepsToStore } from '../workflows/workflow-steps.ts';

export type ApplyBody = ParsedInput<Calls, 'POST /api/workflows/apply'>['body'];
type Sent = ApplyBody['workflows'][number];
type Deletion = ApplyBody['deletions'][number];

/** What becomes of one sent workflow. `write` null: it is already as sent. */
export interface PlannedWorkflow {
  before: WorkflowWithSteps | null;
  id: string;
  name: string;
  steps: WorkflowStep[];
  write: Exclude<AppliedWrite, { kind: 'deleted' }> | null;
  warnings: ApiWarning[];
}

export interface ApplyPlan {
  workflows: PlannedWorkflow[];
  deletions: { before: WorkflowWithSteps; write: AppliedWrite & { kind: 'deleted' } }[];
}

/**
 * Reads what is stored and decides what each workflow needs.
 *
 * @throws ApiProblem with the problems of all workflows, the first one's status and code first; each names its workflow in `field`
 */
export async function planApply(body: ApplyBody, context: UserContext): Promise<ApplyPlan> {
  const created = body.workflows.filter(({ versionId }) => versionId === null);
  const ids = new Map(created.map(({ id }) => [id, newWorkflowId(context.user.id, id)]));
  const named = [...body.workflows, ...body.deletions].map(({ id }) => id);
  if (new Set(named).size < named.length) throw invalid('A workflow is named twice.', 'workflows');
  const problems: ApiProblem[] = [];
  const collect = async <Planned>(field: string, plan: Promise<Planned>): Promise<Planned[]> => {
    try {
      return [await plan];
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      problems.push(inField(error, field));
      return [];
    }
  };
  const workflows: PlannedWorkflow[] = [];
  for (const [index, sent] of body.workflows.entries()) {
    workflows.push(...(await collect(`workflows[${index}]`, planWorkflow(sent, ids, body.publish, context))));
  }
  const deletions: ApplyPlan['deletions'] = [];
  for (const [index, deletion] of body.deletions.entries()) {
    deletions.push(...(await collect(`deletions[${index}]`, planDeletion(deletion, context))));
  }
  const [first] = problems;
  if (first) throw new ApiProblem(first.status, first.code, first.message, { entries: problems.flatMap(({ entries }) => entries) });
  return { workflows, deletions };
}

/** The same id for a call that is repeated, and no one else's. */
function newWorkflowId(userId: string, chosenId: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([userId, 'workflow-file', chosenId]))
    .digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

function inField({ status, code, message, entries }: ApiProblem, field: string): ApiProblem {
  const located = entries.map((entry) => ({ ...entry, field: entry.field ? `${field}.${entry.field}` : field }));
  return new ApiProblem(status, code, message, { entries: located });
}

async function planWorkflow(
  sent: Sent,
  newIds: ReadonlyMap<string, string>,
  publish: boolean,
  context: UserContext,
): Promise<PlannedWorkflow> {
  const isNew = sent.versionId === null;
  const id = newIds.get(sent.id) ?? sent.id;
  const before = await findWorkflow(context.db, context.user.id, id);
  if (!isNew && !before) throw workflowNotFound();
  const sentSteps = sent.steps.map((step) => {
    const calledId = step.type === 'CallWorkflow' ? newIds.get(step.workflowId ?? '') : undefined;
    return calledId === undefined ? step : { ...step, workflowId: calledId };
  });
  const draft = before?.isActive && before.draftVersionId !== null ? await findDraft(context.db, context.user.id, id) : null;
  if (!before) requireMayHide(context.user, sentSteps);
  const newest = draft?.steps ?? before?.steps ?? [];
  const steps = before ? stepsOfSave(sentSteps, newest, context) : stepsToStore(sentSteps, [], context.newId);
  const { name, description, loggingMode } = sent;
  const planned = { before, id, name, steps };
  if (before && isSameJson([name, description, loggingMode], [before.name, before.description, before.loggingMode])) {
    const isLive = !publish || (before.isActive && before.draftVersionId === null);
    if (isLive && isSameJson(steps, newest)) return { ...planned, write: null, warnings: [] };
  } else if (before?.isActive && !publish) {
    throw invalid(`“${before.name}” is active, so its name, description and logging would change at once. Publish it to change them.`);
  }
  // A repeated call whose workflow has been changed since.
  if (before && (isNew || before.currentVersionId !== sent.versionId || before.draftVersionId !== sent.draftVersionId)) {
    throw applyConflict(before.name);
  }
  const content = {
    id,
    name,
    description,
    loggingMode,
    triggerType: findTriggerType(steps),
    newVersion: { id: context.newId(), steps, createdByUserId: context.user.impersonatorUserId ?? context.user.id },
    dashboardId: findDashboardId(steps),
  };
  const warnings = await check(planned, publish, new Set(newIds.values()), context);
  if (!before)
    return { ...planned, write: { ...content, kind: 'created', isPublished: publish, triggerCode: makeTriggerCode() }, warnings };
  const kind = publish ? 'published' : before.isActive ? 'draft' : 'current';
  return { ...planned, write: { ...content, kind, before: toAppliedTo(before) }, warnings };
}

/** Steps that are only stored may have problems. @throws ApiProblem 400 `workflow-invalid` for steps that are published */
async function check(
  { id, name, steps }: Pick<PlannedWorkflow, 'id' | 'name' | 'steps'>,
  publish: boolean,
  newIds: ReadonlySet<string>,
  context: UserContext,
): Promise<ApiWarning[]> {
  if (publish) return checkPublication(id, steps, context, newIds);
  try {
    requireValid(steps, context);
    return [];
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    return [warning('workflow-invalid', `“${name}” can’t be published yet. ${error.message}`)];
  }
}

async function planDeletion({ id, versionId, draftVersionId }: Deletion, { db, user }: UserContext) {
  const before = await findWorkflow(db, user.id, id);
  if (!before) throw workflowNotFound();
  if (before.currentVersionId !== versionId || before.draftVersionId !== draftVersionId) throw applyConflict(before.name);
  return { before, write: { kind: 'deleted' as const, before: toAppliedTo(before) } };
}

function toAppliedTo({ id, currentVersionId, draftVersionId, isActive, lastUpdatedAt }: WorkflowWithSteps): AppliedTo {
  return { id, versionId: currentVersionId, draftVersionId, isActive, lastUpdatedAt };
}

function applyConflict(name: string): ApiProblem {
  return conflict('version-conflict', `“${name}” was changed elsewhere since you read it. Pull it, then apply again.`);
}
