import { type PlaybookRow, playbookRepository } from '@portage/database';
import { firstIncomplete, type PlannedWorkflow } from '@portage/playbooks';
import { auditChange } from '../audit/record-audit.ts';
import { ApiProblem, conflict } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { deleteWorkflow } from '../workflows/activate-workflow.ts';
import { runWorkflow } from '../workflows/run-workflow.ts';
import { applyWorkflow } from './apply-workflow.ts';
import { changePlaybook, ownPlaybook } from './change-playbook.ts';
import { connectorProblems, connectorsOf } from './connector-problems.ts';
import { planPlaybook } from './plan-playbook.ts';
import { appliedOf, definitionOf, wizardOf } from './stored-playbook.ts';

/**
 * Makes or updates a playbook's workflows from its wizard (API-135). The ids of the workflows are stored before any of them is made, so
 * that a crash, or a second call at the same moment, makes nothing twice; called again, it changes what differs.
 *
 * @throws ApiProblem 404, 400 `wizard-not-finished` or with what keeps a workflow from being made
 */
export async function convertPlaybook(id: string, context: UserContext): Promise<PlaybookRow> {
  const at = context.now();
  const row = await ownPlaybook(id, context);
  requireFinished(row);
  const [problem] = connectorProblems(wizardOf(row), await connectorsOf(wizardOf(row), context));
  if (problem) throw new ApiProblem(400, 'connector-problem', problem.message);
  const planned = await planPlaybook(row, at, context);
  const reserved = await reserveIds(id, planned, context);
  for (const workflow of planned) {
    const workflowId = reserved.workflowIds[workflow.id];
    if (workflowId === undefined) throw conflict('playbook-busy', 'This playbook was changed at the same moment. Please try again.');
    const applied = appliedOf(reserved)[workflow.id] ?? null;
    await applyWorkflow({ planned: workflow, workflowId, applied, isToBeActive: !reserved.isPaused }, context);
    if (workflow.runsAtOnce && !reserved.isPaused) await runOnce(id, workflowId, context);
  }
  const dropped = await deleteDropped(reserved, planned, context);
  const applied = Object.fromEntries(planned.map((workflow) => [workflow.id, workflow]));
  const converted = await changePlaybook(id, context, ({ workflowIds, convertedAt }) => ({
    applied,
    convertedAt: convertedAt ?? at,
    workflowIds: without(workflowIds, dropped),
  }));
  await auditChange(context, 'playbook.updated-from-wizard', { playbookId: id, workflowIds: Object.values(converted.workflowIds) });
  return converted;
}

function requireFinished(row: PlaybookRow): void {
  const wizard = wizardOf(row);
  const incomplete = firstIncomplete(definitionOf(row), wizard);
  if (wizard.isFinished && incomplete === null) return;
  const step = wizard.steps[incomplete ?? wizard.activeStep];
  throw new ApiProblem(400, 'wizard-not-finished', `Finish the wizard first${step ? `, from “${step.name}” on` : ''}.`);
}

/** An id for each workflow. One whose workflow a person deleted gets another id, so that the workflow is made again. */
async function reserveIds(id: string, planned: readonly PlannedWorkflow[], context: UserContext): Promise<PlaybookRow> {
  return changePlaybook(id, context, async (row) => {
    const states = await playbookRepository(context.db).workflowStates(context.user.id, Object.values(row.workflowIds));
    const workflowIds = { ...row.workflowIds };
    let applied = appliedOf(row);
    for (const workflow of planned) {
      const known = workflowIds[workflow.id];
      if (known !== undefined && !states.get(known)?.isDeleted) continue;
      workflowIds[workflow.id] = context.newId();
      applied = without(applied, [workflow.id]);
    }
    const isSame = Object.keys(workflowIds).every((key) => workflowIds[key] === row.workflowIds[key]);
    return isSame ? null : { workflowIds, applied };
  });
}

/** Workflows that the wizard no longer stands for. @returns their ids in the template */
async function deleteDropped(row: PlaybookRow, planned: readonly PlannedWorkflow[], context: UserContext): Promise<string[]> {
  const dropped = Object.keys(row.workflowIds).filter((id) => !planned.some((workflow) => workflow.id === id));
  for (const id of dropped) await deleteQuietly(row.workflowIds[id] ?? '', context);
  return dropped;
}

/** One that is gone already is as good as deleted. */
export async function deleteQuietly(workflowId: string, context: UserContext): Promise<void> {
  try {
    await deleteWorkflow(workflowId, context);
    await auditChange(context, 'workflow.deleted', { workflowId });
  } catch (error) {
    if (!(error instanceof ApiProblem && error.status === 404)) throw error;
  }
}

/** A run that is refused, such as by a quota, is made up for by the schedule. */
async function runOnce(playbookId: string, workflowId: string, context: UserContext): Promise<void> {
  if (!(await playbookRepository(context.db).takeStart(context.user.id, playbookId, workflowId))) return;
  try {
    await runWorkflow(workflowId, undefined, context);
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
  }
}

function without<Value>(record: Readonly<Record<string, Value>>, names: readonly string[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}
