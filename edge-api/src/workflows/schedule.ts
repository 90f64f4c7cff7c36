import type { PastFire, RunChain, ScheduleStatus } from '@portage/contracts';
import { findWorkflow } from '@portage/database';
import { findTrigger, firstFire, nextFires, type Schedule, scheduleProblems, scheduleRule } from '@portage/workflow';
import { ApiProblem, invalid, workflowNotFound } from '../http/api-problem.ts';
import type { RequestContext, UserContext } from '../http/context.ts';
import { scheduleObject } from './schedule-object.ts';

type ScheduleEnv = Pick<RequestContext, 'env'>;

interface SchedulePreview {
  /** Whether these fires will start runs. */
  isArmed: boolean;
  /** Null: the workflow has no schedule. */
  timeZone: string | null;
  fires: string[];
  /** Outcomes of the last fires, newest first. */
  lastFires: PastFire[];
}

/**
 * Tells a workflow's schedule that the database has changed. Call it after the change is written.
 *
 * @throws ApiProblem 503 `schedule-not-set`; the engine's sweep catches up within minutes.
 */
export async function syncSchedule(context: ScheduleEnv, workflowId: string, chain?: RunChain | null): Promise<ScheduleStatus> {
  try {
    return await scheduleObject(context, workflowId).sync(workflowId, chain ?? undefined);
  } catch (cause) {
    const text = 'The workflow was changed, but its schedule couldn’t be updated right now. Please check again in a few minutes.';
    throw new ApiProblem(503, 'schedule-not-set', text, { cause, headers: { 'retry-after': '5' } });
  }
}

/**
 * The next and last fires of a workflow's schedule. For an inactive workflow, the next fires are those after an activation now.
 *
 * @throws ApiProblem 404; 400 for a draft's unreadable schedule.
 */
export async function previewWorkflowSchedule(workflowId: string, count: number, context: UserContext): Promise<SchedulePreview> {
  const workflow = await findWorkflow(context.db, context.user.id, workflowId);
  if (!workflow) throw workflowNotFound();
  const trigger = findTrigger(workflow.steps);
  if (trigger?.triggerType !== 'Scheduled' || !trigger.schedule) return { isArmed: false, timeZone: null, fires: [], lastFires: [] };
  const timeZone = trigger.schedule.timeZone || 'UTC';
  const schedule = scheduleObject(context, workflowId);
  if (workflow.isActive) {
    const [fires, lastFires] = await Promise.all([schedule.nextFires(count), schedule.pastFires(count)]);
    return { isArmed: true, timeZone, fires, lastFires };
  }
  const fires = previewSchedule(trigger.schedule, count, context.now());
  return { isArmed: false, timeZone, fires, lastFires: await schedule.pastFires(count) };
}

/**
 * The first fires of a schedule that starts now.
 *
 * @throws ApiProblem 400, naming the field.
 */
export function previewSchedule(schedule: Schedule, count: number, now: Date): string[] {
  const [problem] = scheduleProblems(schedule);
  if (problem) throw invalid(problem.message, `schedule.${problem.field}`);
  const nowMs = now.getTime();
  const rule = scheduleRule(schedule, nowMs);
  const firstMs = firstFire(rule, nowMs);
  if (firstMs === null) return [];
  // A OneTime in the past fires at once.
  return [Math.max(firstMs, nowMs), ...nextFires(rule, firstMs, count - 1)].map((fireMs) => new Date(fireMs).toISOString());
}
