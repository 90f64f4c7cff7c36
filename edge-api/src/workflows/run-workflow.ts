import { type RunTrigger, type ScheduledPayload, workflowQuotaOf } from '@portage/contracts';
import { type WorkflowWithSteps, workflowRepository, workflowVersionRepository } from '@portage/database';
import { samplePayloadOf } from '@portage/workflow';
import { conflict } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { startRunOf } from '../workflow-instances/run-shards.ts';
import { requireValid } from './require-valid.ts';
import { workflowNotFound } from './workflow-not-found.ts';

/**
 * Runs the published version of an active workflow by hand (spec API-27).
 *
 * @returns the run's id once its start is on disk.
 * @throws ApiProblem 404, 409 `workflow-inactive`.
 */
export async function runWorkflow(workflowId: string, payload: unknown, context: UserContext): Promise<string> {
  const workflow = await workflowRepository(context.db).find(context.user.id, workflowId);
  if (!workflow) throw workflowNotFound();
  if (!workflow.isActive || workflow.publishedVersionId === null) {
    throw conflict('workflow-inactive', 'This workflow is not active. Activate it, or run it as a test.');
  }
  return startRunOf(context, {
    ownerUserId: context.user.id,
    quota: workflowQuotaOf({ ...context.user.effectiveQuotas }),
    workflowId,
    versionId: workflow.publishedVersionId,
    trigger: triggerOf(workflow, payload, context),
    startedByHand: true,
    isTest: false,
  });
}

/**
 * Runs the current version as a test, active or not (spec API-28).
 *
 * @throws ApiProblem 404, 400 `workflow-invalid`.
 */
export async function testRunWorkflow(workflowId: string, payload: unknown, context: UserContext): Promise<string> {
  const workflow = await workflowRepository(context.db).find(context.user.id, workflowId);
  if (!workflow) throw workflowNotFound();
  requireValid(workflow.steps, context);
  await workflowVersionRepository(context.db).settle(context.user.id, workflow.currentVersionId);
  return startRunOf(context, {
    ownerUserId: context.user.id,
    quota: workflowQuotaOf({ ...context.user.effectiveQuotas }),
    workflowId,
    versionId: workflow.currentVersionId,
    trigger: triggerOf(workflow, payload, context),
    startedByHand: true,
    isTest: true,
  });
}

/** By hand, without a payload, steps find what a fire or a call would bring: the instant, or the trigger's sample. */
function triggerOf({ triggerType, steps }: WorkflowWithSteps, payload: unknown, { now }: UserContext): RunTrigger {
  const type = triggerType ?? 'Manual';
  if (payload !== undefined) return { type, payload };
  if (type !== 'Scheduled') return { type, payload: samplePayloadOf(steps) ?? null };
  const scheduled: ScheduledPayload = { scheduledAt: now().toISOString() };
  return { type, payload: scheduled };
}
