import { evaluateExpression } from '../expressions/evaluate-expression.ts';
import type { AvailableReferences, AvailableStep } from '../references/available-references.ts';
import type { LoopStep } from '../step-types/loop-schema.ts';
import type { WorkflowStep } from '../step-types/workflow-step.ts';
import type { ExpressionScope, StepValues } from '../values/scope.ts';
import { mergeSamples } from './merge-samples.ts';

/** Sample values for a run that hasn't happened yet. */
export interface SampleSources {
  available: AvailableReferences;
  /** Results of steps in tests and runs, if they have been loaded. */
  results: Readonly<Record<string, StepValues>>;
  /** Known items of loops; a loop without one uses the first item of its collection. */
  loopItems: Readonly<Record<string, StepValues>>;
  /** Data that runs have stored under keys that outlive them. */
  storedData: Readonly<Record<string, unknown>>;
  /** Variables; a secret as a mask. */
  vars?: Readonly<Record<string, unknown>>;
  consts: Readonly<Record<string, unknown>>;
  stepNames: ReadonlySet<string>;
  now(): Date;
}

const samplesOfSteps = new WeakMap<WorkflowStep, StepValues>();

/** The values that expressions of a step would find: earlier results, completed from the steps' samples (spec HOOK-05, STEP-68). */
export function sampleScope({
  available,
  results,
  loopItems,
  storedData,
  vars = {},
  consts,
  stepNames,
  now,
}: SampleSources): ExpressionScope {
  const steps = Object.create(null) as Record<string, StepValues>;
  const data = Object.create(null) as Record<string, unknown>;
  const scope: ExpressionScope = { steps, data, vars, consts, now, isStepName: (name) => stepNames.has(name) };
  const setSamples = () => {
    for (const offered of available.steps) {
      const values = collectStepValues(offered, { results, loopItems }, scope);
      if (Object.keys(values).length > 0) steps[offered.step.stepId] = values;
    }
  };
  setSamples();
  // Loop results are sampled last: they depend on the samples of the steps inside the loop.
  if (available.steps.some(({ values }) => values.includes('Results'))) setSamples();
  for (const { key, valueExpression } of available.data) {
    const value = valueExpression ? tryEvaluate(valueExpression, scope) : undefined;
    if (value !== undefined && value !== null) data[key] = value;
  }
  Object.assign(data, storedData);
  return scope;
}

function collectStepValues(
  { step, relation }: AvailableStep,
  { results, loopItems }: Pick<SampleSources, 'results' | 'loopItems'>,
  scope: ExpressionScope,
): StepValues {
  if (relation === 'loop' && step.type === 'Loop') {
    const known = Object.hasOwn(loopItems, step.stepId) ? loopItems[step.stepId] : undefined;
    return known ?? evaluateLoopItem(step.listContextDataEntityName, scope);
  }
  const result = Object.hasOwn(results, step.stepId) ? results[step.stepId] : undefined;
  if (step.type === 'Loop') return result?.Results === undefined ? evaluateLoopResults(step, scope) : result;
  return result ? (mergeSamples(result, readSample(step)) as StepValues) : exampleValues(step);
}

function evaluateLoopItem(list: string | null | undefined, scope: ExpressionScope): StepValues {
  const items = list ? tryEvaluate(list, scope) : undefined;
  return Array.isArray(items) && items.length > 0 ? { CurrentItem: items[0] as unknown, CurrentIndex: 0 } : {};
}

/** One iteration's result represents all. */
function evaluateLoopResults({ stepId, listContextDataEntityName, resultExpression }: LoopStep, scope: ExpressionScope): StepValues {
  const steps = { ...scope.steps, [stepId]: evaluateLoopItem(listContextDataEntityName, scope) };
  const result = resultExpression ? tryEvaluate(resultExpression, { ...scope, steps }) : undefined;
  return result === undefined ? {} : { Results: [result] };
}

/** The values that a step is known to have before it has run, from its samples and its settings. */
export function exampleValues(step: WorkflowStep): StepValues {
  const known = samplesOfSteps.get(step);
  if (known) return known;
  const values = { ...expectedValues(step), ...readSample(step) };
  samplesOfSteps.set(step, values);
  return values;
}

/** What every step of its type returns. */
function expectedValues(step: WorkflowStep): StepValues {
  switch (step.type) {
    case 'Trigger':
      return step.triggerType === 'Scheduled' ? { Payload: { scheduledAt: '2026-01-31T08:00:00.000Z' } } : {};
    case 'WaitForApproval':
      return { Response: { decision: 'Approved', by: 'someone@example.com', comment: '', at: '2026-01-31T08:00:00.000Z' } };
    case 'CallWorkflow':
      return step.doNotWait ? { Response: { runId: '' } } : {};
    default:
      return {};
  }
}

/** What a person gave as the step's sample. */
function readSample(step: WorkflowStep): StepValues {
  if (step.type === 'Trigger') return parsed('Payload', step.payloadSampleJson);
  if (step.type === 'HttpRequest') return parsed('Response', step.responseSampleJson);
  if (step.type === 'Branch') return step.conditionGroups[0] ? { Response: step.conditionGroups[0].name } : {};
  return {};
}

function parsed(name: 'Payload' | 'Response', json: string | null | undefined): StepValues {
  if (!json?.trim()) return {};
  try {
    return { [name]: JSON.parse(json) as unknown };
  } catch {
    return {};
  }
}

function tryEvaluate(text: string, scope: ExpressionScope): unknown {
  try {
    return evaluateExpression(text, scope);
  } catch {
    return undefined;
  }
}
