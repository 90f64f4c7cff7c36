import type { WorkflowWithSteps } from '@portage/database';
import { availableReferences, type StepValues, sampleScope } from '@portage/workflow';
import { invalid } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';
import { type EarlierResults, earlierResults, namesBefore } from '../partial-tests/earlier-results.ts';
import { type DataRuns, openSamples } from './read-samples.ts';

/**
 * What a test that begins at a step uses instead of the steps before it: what they returned in tests, or else in the run; without a run,
 * their examples.
 *
 * @throws ApiProblem 404 for another workflow's run; 400 `validation` if there is neither a run nor a sample
 */
export async function resultsBefore(
  workflow: WorkflowWithSteps,
  fromStepId: string,
  runs: DataRuns,
  context: UserContext,
): Promise<EarlierResults> {
  const [earlier, samples] = await Promise.all([
    earlierResults(workflow, fromStepId, runs.dataRunId ?? runs.lastRunId, context),
    openSamples(workflow, runs, context),
  ]);
  if (!earlier && samples.infos.length === 0) {
    throw invalid('There’s no data for the test. Run the workflow first, or test the steps before this one.', 'dataRunId');
  }
  const nameOf = new Map(workflow.steps.map(({ clientId, stepId }) => [clientId, stepId]));
  const tested = await samples.read(samples.infos.flatMap(({ origin, clientId }) => (origin === 'test' ? clientId : [])));
  const results: Record<string, StepValues> = {};
  for (const { clientId, values } of tested) results[nameOf.get(clientId) ?? ''] = values;
  const { steps: examples } = sampleScope({
    available: availableReferences(workflow.steps, fromStepId),
    results,
    loopItems: {},
    storedData: {},
    consts: { WorkflowId: workflow.id },
    stepNames: new Set(nameOf.values()),
    now: context.now,
  });
  const given: EarlierResults['given'] = {};
  for (const name of namesBefore(workflow.steps, fromStepId)) {
    const values = { ...(earlier ? earlier.given[name]?.values : examples[name]), ...results[name] };
    if (Object.keys(values).length > 0) given[name] = { source: 'EarlierRun', values };
  }
  return { trigger: earlier?.trigger ?? null, given, data: earlier?.data ?? {} };
}
