import { findPlaybook, findWorkflowStates } from '@portage/database';
import { firstIncomplete, type PlannedWorkflow } from '@portage/playbooks';
import { isSameJson } from '@portage/primitives/json';
import { auditChange } from '../../audit/record-audit.ts';
import { hiddenNamesFor } from '../../hidden-steps/visible-to.ts';
import { ApiProblem, type ApiWarning, conflict } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';
import { refuseFor, requireValid } from '../../workflow-instances/require-valid.ts';
import { activateWorkflow, deactivateWorkflow } from '../../workflows/activate-workflow.ts';
import { circleWarning } from '../../workflows/check-publication.ts';
import { findInConnectorSteps } from '../../workflows/connector-step-problems.ts';
import { findCirclesOfSteps } from '../../workflows/sync-circles.ts';
import { changePlaybook, ownPlaybook } from '../model/change-playbook.ts';
import { connectorProblems, loadConnectors } from '../model/connector-problems.ts';
import { requireApplications } from '../model/require-applications.ts';
import type { AppliedWorkflow, OpenPlaybook } from '../model/stored-playbook.ts';
import { requireMappings } from './apply-integration.ts';
import { applyWorkflow } from './apply-workflow.ts';
import { buildSwitchedOffWarning, quotaWarning, runOnce } from './first-runs.ts';
import { markSwitchedOff } from './kept-off.ts';
import { planPlaybook } from './plan-playbook.ts';
import { deleteAll, unlessGone } from './workflows-of-playbook.ts';

export interface ConvertedPlaybook {
  row: OpenPlaybook;
  /** Warnings for the person: the workflows are created anyway. */
  warnings: ApiWarning[];
}

/**
 * Creates or updates a playbook's workflows from its wizard (API-135). The workflows' ids are stored before any of them is created, so
 * that a crash, or a second simultaneous call, creates nothing twice. Called again, it changes what differs.
 *
 * @throws ApiProblem 404, 403 `applications-off`, 400 `wizard-not-finished` or with what keeps a workflow from being created
 */
export async function convertPlaybook(id: string, context: UserContext): Promise<ConvertedPlaybook> {
  const at = context.now();
  const row = await ownPlaybook(id, context);
  // Playbooks created while applications were on can still be changed.
  if (Object.keys(row.workflowIds).length === 0) requireApplications(row.definition, context);
  requireFinished(row);
  const [problem] = connectorProblems(row.wizard, await loadConnectors(row.wizard, context));
  if (problem) throw new ApiProblem(400, 'connector-problem', problem.message);
  const planned = await planPlaybook(row, at, context);
  await requireMakeable(row, planned, context);
  const reserved = await reserveIds(id, planned, context);
  try {
    return await makeWorkflows(reserved, planned, at, context);
  } catch (error) {
    if (await isDeleted(id, context)) await deleteAll(Object.values(reserved.workflowIds), context);
    throw error;
  }
}

/** Deleting a playbook meanwhile deletes only the workflows existing then; workflows created afterwards would belong to nothing. */
async function isDeleted(id: string, { db, user }: UserContext): Promise<boolean> {
  return (await findPlaybook(db, user.id, id)) === null;
}

async function makeWorkflows(
  reserved: OpenPlaybook,
  planned: readonly PlannedWorkflow[],
  at: Date,
  context: UserContext,
): Promise<ConvertedPlaybook> {
  const { id } = reserved;
  const warnings: ApiWarning[] = [];
  for (const workflow of planned) {
    const workflowId = reserved.workflowIds[workflow.id];
    if (workflowId === undefined) throw conflict('playbook-busy', 'This playbook was changed at the same time. Please try again.');
    const applied = reserved.applied[workflow.id] ?? null;
    const isToBeActive = !reserved.isPaused && !applied?.isKeptOff;
    await applyWorkflow({ planned: workflow, workflowId, applied, isToBeActive }, context);
    if (!workflow.runsAtOnce || !isToBeActive) continue;
    const refusal = await runOnce(id, workflowId, workflow, context);
    if (refusal) warnings.push(refusal);
  }
  const dropped = await deleteDropped(reserved, planned, context);
  const converted = await changePlaybook(id, context, (found) => ({
    applied: appliedNow(planned, found),
    convertedAt: found.convertedAt ?? at,
    workflowIds: without(found.workflowIds, dropped),
  }));
  await followPause(reserved, converted, context);
  await auditChange(context, 'playbook.updated-from-wizard', { playbookId: id, workflowIds: Object.values(converted.workflowIds) });
  const quota = reserved.isPaused || warnings.length > 0 ? null : await quotaWarning(context);
  const off = reserved.isPaused ? [] : planned.filter(({ id: name }) => reserved.applied[name]?.isKeptOff);
  const keptOff = buildSwitchedOffWarning(off.map(({ name }) => name));
  const circles = await circlesOfPlaybook(planned, converted, context);
  return { row: converted, warnings: [...warnings, quota, keptOff, ...circles].filter((one) => one !== null) };
}

/** The person's other workflows may sync the records back. */
async function circlesOfPlaybook(
  planned: readonly PlannedWorkflow[],
  { workflowIds }: OpenPlaybook,
  context: UserContext,
): Promise<ApiWarning[]> {
  const found = planned.map(({ id, steps }) => findCirclesOfSteps(workflowIds[id] ?? '', steps, context));
  const byMessage = new Map((await Promise.all(found)).flat().map((circle) => [circle.message, circleWarning(circle)]));
  return [...byMessage.values()];
}

/** While a playbook is paused, its record keeps which workflows resuming must leave off. */
function appliedNow(planned: readonly PlannedWorkflow[], row: OpenPlaybook): Record<string, AppliedWorkflow> {
  const keptOff = (id: string) => (row.isPaused ? { isKeptOff: row.applied[id]?.isKeptOff ?? false } : {});
  return Object.fromEntries(planned.map((workflow) => [workflow.id, { ...workflow, ...keptOff(workflow.id) }]));
}

function requireFinished({ definition, wizard }: OpenPlaybook): void {
  const incomplete = firstIncomplete(definition, wizard);
  if (wizard.isFinished && incomplete === null) return;
  const step = wizard.steps[incomplete ?? wizard.activeStep];
  throw new ApiProblem(400, 'wizard-not-finished', `Finish the wizard first${step ? `, starting at “${step.name}”` : ''}.`);
}

/**
 * An id for each workflow, and which of them the person has switched off: an update leaves those off. If a person deleted a workflow, it gets
 * a new id, so that it is created again.
 */
async function reserveIds(id: string, planned: readonly PlannedWorkflow[], context: UserContext): Promise<OpenPlaybook> {
  return changePlaybook(id, context, async (row) => {
    const states = await findWorkflowStates(context.db, context.user.id, Object.values(row.workflowIds));
    const workflowIds = { ...row.workflowIds };
    let applied = row.isPaused ? row.applied : await markSwitchedOff(row, context);
    for (const workflow of planned) {
      const known = workflowIds[workflow.id];
      if (known !== undefined && !states.get(known)?.isDeleted) continue;
      workflowIds[workflow.id] = context.newId();
      applied = without(applied, [workflow.id]);
    }
    const isSame = Object.keys(workflowIds).every((key) => workflowIds[key] === row.workflowIds[key]);
    return isSame && isSameJson(applied, row.applied) ? null : { workflowIds, applied };
  });
}

/** Deletes workflows that the wizard no longer asks for. @returns their ids in the template */
async function deleteDropped(row: OpenPlaybook, planned: readonly PlannedWorkflow[], context: UserContext): Promise<string[]> {
  const dropped = Object.keys(row.workflowIds).filter((id) => !planned.some((workflow) => workflow.id === id));
  await deleteAll(
    dropped.map((id) => row.workflowIds[id] ?? ''),
    context,
  );
  return dropped;
}

/** Repeats a pause or resume that came meanwhile: it missed workflows created or switched after it. */
async function followPause(before: OpenPlaybook, { isPaused, workflowIds }: OpenPlaybook, context: UserContext): Promise<void> {
  if (isPaused === before.isPaused) return;
  for (const [name, workflowId] of Object.entries(workflowIds)) {
    if (isPaused) await unlessGone(() => deactivateWorkflow(workflowId, context));
    else if (!before.applied[name]?.isKeptOff) await unlessGone(() => activateWorkflow(workflowId, context));
  }
}

/** Refuses before anything is created, so that nothing is refused half-way. @throws ApiProblem 400 */
async function requireMakeable(row: OpenPlaybook, planned: readonly PlannedWorkflow[], context: UserContext): Promise<void> {
  for (const workflow of planned) {
    if (Object.hasOwn(row.applied, workflow.id)) continue;
    requireValid(workflow.steps, context);
    refuseFor((await findInConnectorSteps(context, workflow.steps)).problems, hiddenNamesFor(context.user, workflow.steps));
    if (workflow.integration) requireMappings(workflow.integration);
  }
}

function without<Value>(record: Readonly<Record<string, Value>>, names: readonly string[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}
