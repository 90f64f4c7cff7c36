import {
  type GivenResult,
  type RunShardRpc,
  type RunTest,
  type RunTrigger,
  responseValues,
  type WorkflowInstance,
  type WorkflowVersionSnapshot,
} from '@portage/contracts';
import { listWorkflowRuns, type WorkflowWithSteps } from '@portage/database';
import { type StepValues, type WorkflowStep, wayTo } from '@portage/workflow';
import { notFound } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';
import { locateOwnRun } from '../../workflow-instances/locate-run.ts';
import { runShard } from '../../workflow-instances/run-shards.ts';

/** Hides nothing from the engine: the values are for the run, and people see only what they may. */
const ENGINE_VIEW = { seesHidden: true };
const PAGE_SIZE = 500;

export interface EarlierResults {
  trigger: RunTrigger | null;
  given: Record<string, GivenResult>;
  data: NonNullable<RunTest['data']>;
}

/**
 * An earlier run's values for a step, for a test that begins there: the values of the steps on its path, under their current
 * names, and that run's `$Data`. Secrets were removed when it was recorded.
 *
 * @param runId absent: the workflow's newest run
 * @returns null if the workflow has no run yet
 * @throws ApiProblem 404 for another workflow's run
 */
export async function earlierResults(
  workflow: WorkflowWithSteps,
  fromStepId: string,
  runId: string | undefined,
  context: UserContext,
): Promise<EarlierResults | null> {
  const chosen = runId ?? (await listWorkflowRuns(context.db, context.user.id, workflow.id, 1))[0]?.id;
  if (chosen === undefined) return null;
  const { shard, run } = await loadRun(workflow, chosen, context);
  const thenNames = await namesThen(shard, run, workflow.steps);
  const seen = await valuesSeenAt(shard, run, thenNames.get(fromStepId) ?? fromStepId);
  const given: EarlierResults['given'] = {};
  for (const stepId of namesBefore(workflow.steps, fromStepId)) {
    const values = seen.steps[thenNames.get(stepId) ?? stepId];
    if (values) given[stepId] = { source: 'EarlierRun', values };
  }
  return { trigger: ownTrigger(await shard.getRunTrigger(chosen)), given, data: ofRunAlone(seen.data, workflow.steps) };
}

/** The steps on the way to a step, with what the passed ones contain; without the trigger. */
export function namesBefore(steps: readonly WorkflowStep[], stepId: string): string[] {
  const way = wayTo(steps, stepId);
  const onWay = [...(way?.passed ?? []), ...(way?.inside ?? []), ...(way?.holders.map(({ step }) => step) ?? [])];
  return onWay.flatMap((step) => (step.type === 'Trigger' ? [] : step.stepId));
}

/** An earlier run's trigger, for a test that begins with the same one; null: no run was chosen, or it is no longer stored. */
export async function triggerOfRun(
  workflow: WorkflowWithSteps,
  runId: string | undefined,
  context: UserContext,
): Promise<RunTrigger | null> {
  if (runId === undefined) return null;
  const { shard } = await loadRun(workflow, runId, context);
  return ownTrigger(await shard.getRunTrigger(runId));
}

/** @throws ApiProblem 404 for a run that isn't of this workflow */
async function loadRun(workflow: WorkflowWithSteps, runId: string, context: UserContext) {
  const shard = runShard(context.env, locateOwnRun(runId, context));
  const run = await shard.getRun(runId, ENGINE_VIEW);
  if (run?.workflowId !== workflow.id) throw notFound('This run');
  return { shard, run };
}

/** Without what applies only to that run. */
function ownTrigger(trigger: RunTrigger | null): RunTrigger | null {
  if (!trigger) return null;
  const { chain: _chain, test: _test, ...own } = trigger;
  return own;
}

/** The names that today's steps had in the run's version. */
async function namesThen(shard: RunShardRpc, run: WorkflowInstance, steps: readonly WorkflowStep[]): Promise<Map<string, string>> {
  const json = await shard.findVersion(run.workflowVersionId);
  const before = json === null ? [] : (JSON.parse(json) as WorkflowVersionSnapshot).steps;
  const byClientId = new Map(before.map((step) => [step.clientId, step.stepId]));
  return new Map(
    steps.flatMap(({ clientId, stepId }) => {
      const name = clientId === undefined ? undefined : byClientId.get(clientId);
      return name === undefined ? [] : [[stepId, name] as const];
    }),
  );
}

interface Seen {
  steps: Record<string, StepValues>;
  data: Record<string, unknown>;
}

/** The values that the step saw in its last iteration; if it didn't run, those of the run's last step and its result. */
async function valuesSeenAt(shard: RunShardRpc, run: WorkflowInstance, name: string): Promise<Seen> {
  const own = (await shard.listStepInstances(run.id, { pageIndex: 0, pageSize: PAGE_SIZE, name }, ENGINE_VIEW)).stepInstances;
  const at = own.filter((record) => record.name === name).at(-1);
  if (at) return seenBy(shard, run.id, at.id);
  const last = String(Math.max(0, run.stepCount - 1));
  const record = await shard.getStepInstance(run.id, last, ENGINE_VIEW);
  const seen = await seenBy(shard, run.id, last);
  if (!record?.stepData?.response) return seen;
  return { ...seen, steps: { ...seen.steps, [record.name]: responseValues(record.stepData) } };
}

async function seenBy(shard: RunShardRpc, runId: string, stepInstanceId: string): Promise<Seen> {
  const { steps = {}, data = {} } = (await shard.getStepContext(runId, stepInstanceId, ENGINE_VIEW)) ?? {};
  return { steps: steps as Record<string, StepValues>, data };
}

/** Without data that the workflow's runs share: the test reads its current state. */
function ofRunAlone(data: Readonly<Record<string, unknown>>, steps: readonly WorkflowStep[]): Record<string, unknown> {
  const keys = steps.flatMap((step) =>
    step.type === 'DataStorage' && step.dataStorageOperation === 'Create' && step.scope !== 'Workflow'
      ? step.keyValues.map(({ key }) => key)
      : [],
  );
  return Object.fromEntries(keys.flatMap((key) => (Object.hasOwn(data, key) ? [[key, data[key]]] : [])));
}
