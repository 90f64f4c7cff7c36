import { type RunTest, type RunTrigger, readWorkflowQuota, type ScheduledPayload } from '@portage/contracts';
import { deleteSamples, findWorkflow, settleVersion, type WorkflowWithSteps } from '@portage/database';
import { readSamplePayload, type WorkflowStep } from '@portage/workflow';
import { hiddenNamesFor } from '../hidden-steps/visible-to.ts';
import { conflict, workflowNotFound } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { pinnedResults } from '../workflow-instances/read-pins.ts';
import { requireRunnable } from '../workflow-instances/require-valid.ts';
import { startVersionRun } from '../workflow-instances/run-shards.ts';
import { findToTest } from './find-to-test.ts';
import { triggerOfRun } from './partial-tests/earlier-results.ts';
import { stepsOfPart, type TestedPart } from './partial-tests/tested-part.ts';
import { noteTest } from './samples/note-test.ts';
import { resultsBefore } from './samples/results-before.ts';

/**
 * Runs an active workflow's published version manually (spec API-27).
 *
 * @param deduplicationKey starts with the same key are one run, within an hour
 * @returns the run's id once its start is on disk.
 * @throws ApiProblem 404, 409 `workflow-inactive`.
 */
export async function runWorkflow(workflowId: string, payload: unknown, context: UserContext, deduplicationKey?: string): Promise<string> {
  const workflow = await findWorkflow(context.db, context.user.id, workflowId);
  if (!workflow) throw workflowNotFound();
  if (!workflow.isActive || workflow.publishedVersionId === null) {
    throw conflict('workflow-inactive', 'This workflow is not active. Activate it, or run it as a test.');
  }
  return startVersionRun(context, {
    ownerUserId: context.user.id,
    quota: readWorkflowQuota({ ...context.user.effectiveQuotas }),
    workflowId,
    versionId: workflow.publishedVersionId,
    trigger: buildTrigger(workflow, payload, context),
    startedByHand: true,
    isTest: false,
    ...(deduplicationKey === undefined ? {} : { deduplicationKey }),
  });
}

interface WantedTest extends TestedPart {
  payload?: unknown;
  ofDraft?: boolean | undefined;
  dataRunId?: string | undefined;
  lastRunId?: string | undefined;
}

/**
 * Runs the current version or the draft next to it, or a part of it, as a test, active or not (spec API-28).
 *
 * @throws ApiProblem 404, 400 `workflow-invalid`; `validation` for a part that can't be tested.
 */
export async function testRunWorkflow(workflowId: string, wanted: WantedTest, context: UserContext): Promise<string> {
  const workflow = await findToTest(workflowId, wanted.ofDraft, context);
  const isTested = stepsOfPart(workflow.steps, wanted, context.user);
  requireRunnable(workflow.steps, context, isTested);
  const trigger = await triggerOfTest(workflow, wanted, context);
  await settleVersion(context.db, context.user.id, workflow.currentVersionId);
  const runId = await startVersionRun(context, {
    ownerUserId: context.user.id,
    quota: readWorkflowQuota({ ...context.user.effectiveQuotas }),
    workflowId,
    versionId: workflow.currentVersionId,
    trigger,
    startedByHand: true,
    isTest: true,
  });
  // A whole test is the last run from now on, so what earlier tests returned is out of date.
  if (wanted.upToStepId === undefined && wanted.fromStepId === undefined) await deleteSamples(context.db, context.user.id, workflowId);
  else await noteTest(workflow, { runId, dataRunId: wanted.dataRunId, steps: testedSteps(workflow, isTested, trigger, context) }, context);
  return runId;
}

/** The steps whose results a partial test may give. A pinned output isn't one. */
function testedSteps(
  { steps }: WorkflowWithSteps,
  isTested: (stepId: string) => boolean,
  { test }: RunTrigger,
  { user }: UserContext,
): WorkflowStep[] {
  const hidden = hiddenNamesFor(user, steps);
  return steps.filter(({ stepId }) => isTested(stepId) && !hidden.has(stepId) && test?.given?.[stepId]?.source !== 'Pinned');
}

/** Pinned outputs apply to every test; they take precedence over an earlier run's. */
async function triggerOfTest(workflow: WorkflowWithSteps, wanted: WantedTest, context: UserContext): Promise<RunTrigger> {
  const { payload, upToStepId, fromStepId, dataRunId, lastRunId } = wanted;
  const pinned = await pinnedResults(context.user.id, context.db, workflow);
  const earlier = fromStepId === undefined ? null : await resultsBefore(workflow, fromStepId, { dataRunId, lastRunId }, context);
  const given = { ...earlier?.given, ...pinned };
  const test: RunTest = {
    ...(upToStepId === undefined ? {} : { upTo: upToStepId }),
    ...(fromStepId === undefined ? {} : { from: fromStepId }),
    ...(Object.keys(given).length === 0 ? {} : { given }),
    ...(earlier && Object.keys(earlier.data).length > 0 ? { data: earlier.data } : {}),
  };
  const began = payload === undefined ? (earlier?.trigger ?? (await triggerOfRun(workflow, dataRunId ?? lastRunId, context))) : null;
  const trigger = began ? { ...began, type: workflow.triggerType ?? 'Manual' } : buildTrigger(workflow, payload, context);
  return Object.keys(test).length === 0 ? trigger : { ...trigger, test };
}

/** In manual runs without a payload, steps get what a fire or a call would bring: the instant, or the trigger's sample. */
function buildTrigger({ triggerType, steps }: WorkflowWithSteps, payload: unknown, { now }: UserContext): RunTrigger {
  const type = triggerType ?? 'Manual';
  if (payload !== undefined) return { type, payload };
  if (type !== 'Scheduled') return { type, payload: readSamplePayload(steps) ?? null };
  const scheduled: ScheduledPayload = { scheduledAt: now().toISOString() };
  return { type, payload: scheduled };
}
