import { type CallResponse, type ParsedInput, parseRunId, readWorkflowQuota } from '@portage/contracts';
import { type Calls, workflowStepTestCalls } from '@portage/contracts/calls';
import { formatErrorCauses, log } from '@portage/contracts/log';
import { findRunViewer } from '@portage/database';
import { type StepValues, validateStep, type WorkflowStep } from '@portage/workflow';
import { scriptProblems } from '@portage/workflow/scripts';
import { hiddenNamesFor } from '../hidden-steps/visible-to.ts';
import { ApiProblem, invalid } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { implement } from '../http/implement.ts';
import { runShard, startAwaitableRun } from '../workflow-instances/run-shards.ts';
import type { StartedRun } from '../workflow-instances/start-run.ts';
import { findToTest } from './find-to-test.ts';
import { noteTest } from './samples/note-test.ts';
import { valuesForStep } from './samples/values-for-step.ts';

/** A longer test is followed like any run. */
const AWAITED_MS = 3_000;

type Result = CallResponse<Calls, 'POST /api/workflows/{id}/test-step'>;
type Body = ParsedInput<Calls, 'POST /api/workflows/{id}/test-step'>['body'];

/** Tests a single step on the engine's real paths: handlers, sandbox, egress. */
export const workflowStepTestRoutes = implement(workflowStepTestCalls, {
  'POST /api/workflows/{id}/test-step': async ({ params, body }, context) => testStep(params.id, body, context),
});

/**
 * Runs one step of the caller's workflow as a run of a workflow that has nothing else.
 *
 * @param body `stepValues`: assumed results of other steps, by name, instead of their samples.
 * @returns the run's id once its start is on disk, and its result if the caller awaits it and it ends soon
 * @throws ApiProblem 404; 400 `workflow-invalid` for a step that can't run, `validation` for one with nothing to try.
 */
async function testStep(
  workflowId: string,
  { step: sent, stepValues, ofDraft, awaitsResult, dataRunId, lastRunId }: Body,
  context: UserContext,
): Promise<Result> {
  const given: Record<string, StepValues> = stepValues ?? {};
  const workflow = await findToTest(workflowId, ofDraft, context);
  const stored = workflow.steps.find(({ stepId, clientId }) => (sent.clientId ? clientId === sent.clientId : stepId === sent.stepId));
  const step: WorkflowStep = stored?.clientId ? { ...sent, clientId: stored.clientId } : sent;
  if (step.type === 'Trigger') throw invalid('A trigger can’t be tested on its own: run the workflow.', 'step');
  if (step.type === 'WaitForApproval') throw invalid('An approval can’t be tested on its own: run the workflow.', 'step');
  const known = workflow.steps.map(({ stepId }) => stepId);
  const hidden = hiddenNamesFor(context.user, workflow.steps);
  const others = known.filter((name) => name !== step.stepId && !hidden.has(name));
  requireValidStep(step, new Set([...known, ...Object.keys(given), step.stepId]));
  const names = new Set(others.filter((name) => !Object.hasOwn(given, name)));
  const samples = await valuesForStep(workflow, { step, runs: { dataRunId, lastRunId }, names }, context);
  const values: Record<string, StepValues> = { ...Object.fromEntries(others.map((name) => [name, {}])), ...samples, ...given };
  delete values[step.stepId];

  const versionId = context.newId();
  const steps = aloneAfterTrigger(step, new Set(Object.keys(values)));
  const started = await startAwaitableRun(context, {
    ownerUserId: context.user.id,
    quota: readWorkflowQuota({ ...context.user.effectiveQuotas }),
    workflowId,
    versionId,
    trigger: { type: 'Manual', payload: null },
    startedByHand: true,
    isTest: true,
    ...(awaitsResult ? { awaitMs: AWAITED_MS } : {}),
    version: {
      versionId,
      workflowId,
      ownerUserId: context.user.id,
      name: workflow.name,
      loggingMode: 'LogAllData',
      steps,
      given: values,
    },
  });
  const [result] = await Promise.all([
    awaitResult(workflowId, started, context),
    stored && !hidden.has(stored.stepId) ? noteTest(workflow, { runId: started.runId, dataRunId, steps: [step] }, context) : null,
  ]);
  return { workflowInstanceId: started.runId, ...(result ? { result } : {}) };
}

/** @returns null if the test continues. It's on disk whatever happens here, and can be followed. */
async function awaitResult(
  workflowId: string,
  { runId, answerWithinMs }: StartedRun,
  context: UserContext,
): Promise<Result['result'] | null> {
  const location = parseRunId(runId);
  if (!location || answerWithinMs === null) return null;
  const shard = runShard(context.env, location);
  try {
    const [end, viewer] = await Promise.all([
      shard.awaitAnswer(runId, answerWithinMs),
      findRunViewer(context.db, context.user, workflowId),
    ]);
    if (end.kind !== 'ended') return null;
    const [workflowInstance, { stepInstances }] = await Promise.all([
      shard.getRun(runId, viewer),
      shard.listStepInstances(runId, { pageIndex: 0, pageSize: 2 }, viewer),
    ]);
    const summary = stepInstances.find(({ stepType }) => stepType !== 'Trigger');
    const stepInstance = summary ? await shard.getStepInstance(runId, summary.id, viewer) : null;
    return workflowInstance && { workflowInstance, stepInstance };
  } catch (error) {
    log('warn', 'The result of a test was lost', { requestId: context.requestId, runId, cause: formatErrorCauses(error) });
    return null;
  }
}

function requireValidStep(step: WorkflowStep, names: ReadonlySet<string>): void {
  const [problem] = [...validateStep(step, names), ...scriptProblems([step], names)];
  if (problem) throw new ApiProblem(400, 'workflow-invalid', `Step “${step.stepId}”: ${problem.message}`);
}

/** The step without its successors, after a trigger with an unused name. */
function aloneAfterTrigger(step: WorkflowStep, taken: ReadonlySet<string>): WorkflowStep[] {
  let name = 'start';
  while (taken.has(name) || name === step.stepId) name += '_';
  const alone: WorkflowStep = { ...step, nextStepId: null, isSwitchedOff: false };
  if (alone.type === 'Loop') alone.loopFirstStepId = null;
  if (alone.type === 'Branch') alone.conditionGroups = (alone.conditionGroups ?? []).map((group) => ({ ...group, nextStepId: null }));
  return [{ stepId: name, type: 'Trigger', triggerType: 'Manual', nextStepId: step.stepId }, alone];
}
