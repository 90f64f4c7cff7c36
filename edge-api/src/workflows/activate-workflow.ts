import { type RunChain, readRunChain, type ScheduleStatus } from '@portage/contracts';
import {
  activateWorkflowRow,
  deactivateWorkflowRow,
  deleteSamples,
  deleteWorkflowRow,
  findWorkflow,
  reactivateWorkflowRow,
  type StoppedWorkflow,
  settleVersion,
  type WorkflowWithSteps,
} from '@portage/database';
import { findTrigger, type WorkflowStep } from '@portage/workflow';
import { eventRefused, eventWarnings, syncEvent } from '../connector-events/sync-event.ts';
import { type ApiWarning, conflict, warning, workflowNotFound } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { forgetTrigger } from '../webhooks/trigger-cache.ts';
import { type ChangedTrigger, triggerChanged } from '../webhooks/trigger-changes.ts';
import { takeChainStart } from '../workflow-instances/take-start.ts';
import { checkPublication, findDashboardId } from './check-publication.ts';
import { syncSchedule } from './schedule.ts';

/**
 * Publishes the current version: from now on the trigger's calls, or its schedule, run it.
 *
 * @returns what the person should know about it (spec API-29).
 * @throws ApiProblem 404, 400 `workflow-invalid`, 409 `version-conflict` if it is being saved at the same moment,
 * 409 `run-chain-used-up`, 503 `schedule-not-set`; 400, 502 `event-not-registered` with the system's words if its event can't be listened for.
 */
export async function activateWorkflow(workflowId: string, context: UserContext): Promise<ApiWarning[]> {
  const workflow = await findWorkflow(context.db, context.user.id, workflowId);
  if (!workflow) throw workflowNotFound();
  const stepWarnings = await checkPublication(workflowId, workflow.steps, context);
  // Otherwise a run could activate self-starting workflows without limit (HOSTILE 37).
  const chain = readRunChain((name) => context.request.headers.get(name));
  if (chain) await takeChainStart(context, context.user.id, chain);
  const version = { id: workflow.currentVersionId, dashboardId: findDashboardId(workflow.steps) };
  if (!(await activateWorkflowRow(context.db, context.user.id, workflowId, version, context.now()))) {
    throw conflict('version-conflict', 'This workflow was changed while it was being activated. Please try again.');
  }
  await settleVersion(context.db, context.user.id, workflow.currentVersionId);
  // Its calls started nothing before, unless it was active.
  if (workflow.isActive) await triggerChanged(context, toChangedTrigger(workflow, context));
  else forgetTrigger(workflow.triggerCode);
  return [...(await startTrigger(workflow, chain, context)), ...draftWarnings(workflow), ...stepWarnings];
}

/** A person who activates a workflow with a draft may think that the draft runs now. */
function draftWarnings({ name, draftVersionId }: WorkflowWithSteps): ApiWarning[] {
  if (draftVersionId === null) return [];
  return [warning('draft-not-published', `The draft of “${name}” isn’t published: it’s stored next to the version that runs now.`)];
}

/**
 * Activates a restored workflow with the version that it ran before.
 *
 * @returns and throws as `activateWorkflow`
 */
export async function startAgain(workflowId: string, context: UserContext, chain: RunChain | null): Promise<ApiWarning[]> {
  const workflow = await findWorkflow(context.db, context.user.id, workflowId);
  if (!workflow) throw workflowNotFound();
  // Its connectors may have been deleted since.
  await checkPublication(workflowId, workflow.steps, context);
  if (!(await reactivateWorkflowRow(context.db, context.user.id, workflowId, context.now()))) {
    throw conflict('version-conflict', 'This workflow was changed in the meantime. Please activate it again.');
  }
  forgetTrigger(workflow.triggerCode);
  return startTrigger(workflow, chain, context);
}

/** A webhook's address needs only the database; a schedule and an event have their own objects. */
async function startTrigger(workflow: WorkflowWithSteps, chain: RunChain | null, context: UserContext): Promise<ApiWarning[]> {
  switch (workflow.triggerType) {
    case 'Scheduled':
      return scheduleWarnings(workflow.steps, await syncSchedule(context, workflow.id, chain), context.now());
    case 'ConnectorEvent':
      return activateEvent(workflow, context);
    case 'Webhook':
    case 'Manual':
    case null:
      return [];
    default:
      return workflow.triggerType satisfies never;
  }
}

/** An inactive workflow is better than one that receives nothing: a workflow whose event can't be listened for isn't activated. */
async function activateEvent({ id, triggerCode }: WorkflowWithSteps, context: UserContext): Promise<ApiWarning[]> {
  const status = await syncEvent(context, id);
  if (status.state === 'listening') return eventWarnings(status);
  await deactivateWorkflowRow(context.db, context.user.id, id, context.now());
  await triggerChanged(context, toChangedTrigger({ id, triggerCode }, context));
  await syncEvent(context, id);
  throw eventRefused(status);
}

/** @throws ApiProblem 404 */
export async function deactivateWorkflow(workflowId: string, context: UserContext): Promise<ApiWarning[]> {
  return stopTrigger(workflowId, await deactivateWorkflowRow(context.db, context.user.id, workflowId, context.now()), context);
}

/** @throws ApiProblem 404 */
export async function deleteWorkflow(workflowId: string, context: UserContext): Promise<ApiWarning[]> {
  await deleteSamples(context.db, context.user.id, workflowId);
  return stopTrigger(workflowId, await deleteWorkflowRow(context.db, context.user.id, workflowId, context.now()), context);
}

/** Nothing starts the workflow any more. @throws ApiProblem 404 for null */
export async function stopTrigger(workflowId: string, stopped: StoppedWorkflow | null, context: UserContext): Promise<ApiWarning[]> {
  if (!stopped) throw workflowNotFound();
  const isCalled = stopped.triggerType === 'Webhook' || stopped.triggerType === 'ConnectorEvent';
  if (isCalled) await triggerChanged(context, toChangedTrigger({ id: workflowId, triggerCode: stopped.triggerCode }, context));
  if (stopped.triggerType === 'Scheduled') await syncSchedule(context, workflowId);
  if (stopped.triggerType === 'ConnectorEvent') return eventWarnings(await syncEvent(context, workflowId));
  return [];
}

function toChangedTrigger({ id, triggerCode }: { id: string; triggerCode: string }, { user }: UserContext): ChangedTrigger {
  return { workflowId: id, ownerUserId: user.id, triggerCode };
}

export function scheduleWarnings(steps: WorkflowStep[], { nextFireAt }: ScheduleStatus, now: Date): ApiWarning[] {
  if (nextFireAt === null) {
    const text = 'The workflow is active, but its schedule has no times left. Deactivate the workflow and set a new start.';
    return [warning('schedule-over', text)];
  }
  // A schedule without a start date begins with its activation, so its start can't be in the past.
  if (findTrigger(steps)?.schedule?.startAt && Date.parse(nextFireAt) < now.getTime()) {
    return [warning('schedule-starts-now', 'The start of the schedule has passed, so the workflow runs now, once.')];
  }
  return [];
}
