import type { WorkflowWithSteps } from '@portage/database';
import { isListOrObject } from '@portage/primitives/json';
import {
  type AvailableReferences,
  availableReferences,
  offeredValues,
  type StepValues,
  sampleScope,
  type WorkflowStep,
} from '@portage/workflow';
import type { UserContext } from '../../http/context.ts';
import { type DataRuns, openSamples } from './read-samples.ts';

interface TestedStep {
  /** As it is in the editor; the stored workflow may not have it. */
  step: WorkflowStep;
  runs: DataRuns;
  /** Names of other steps whose values the test may use. */
  names: ReadonlySet<string>;
}

/** The samples of the steps that a step reads, by their names; a loop around it has the first item of its list. */
export async function valuesForStep(
  workflow: WorkflowWithSteps,
  { step, runs, names }: TestedStep,
  context: UserContext,
): Promise<Record<string, StepValues>> {
  const available = availableTo(workflow.steps, step);
  const read = stepsRead(step, available).filter((name) => names.has(name));
  if (read.length === 0) return {};
  const samples = await openSamples(workflow, runs, context);
  const idOf = new Map(workflow.steps.map(({ stepId, clientId }) => [stepId, clientId]));
  const nameOf = new Map(workflow.steps.map(({ stepId, clientId }) => [clientId, stepId]));
  const found = await samples.read(read.flatMap((name) => idOf.get(name) ?? []));
  const { steps } = sampleScope({
    available,
    results: Object.fromEntries(found.flatMap(({ clientId, values }) => (nameOf.has(clientId) ? [[nameOf.get(clientId), values]] : []))),
    loopItems: {},
    storedData: {},
    consts: { WorkflowId: workflow.id },
    stepNames: new Set(nameOf.values()),
    now: context.now,
  });
  return Object.fromEntries(read.flatMap((name) => (Object.hasOwn(steps, name) ? [[name, steps[name] ?? {}]] : [])));
}

/** A step that isn't in the workflow yet may read every step. */
function availableTo(stored: readonly WorkflowStep[], step: WorkflowStep): AvailableReferences {
  const inPlace = stored.find(({ stepId, clientId }) => (step.clientId ? clientId === step.clientId : stepId === step.stepId));
  if (inPlace) return availableReferences(stored, inPlace.stepId);
  const steps = stored.map((other) => ({ step: other, relation: 'before' as const, isCertain: false, values: offeredValues(other) }));
  return { steps, data: [], laterInLoop: [], switchedOff: new Set() };
}

/** The steps that a step's texts and scripts name; for a loop also those that its list names. */
function stepsRead(step: WorkflowStep, { steps }: AvailableReferences): string[] {
  const read = new Set<string>();
  const texts = [collectText(step)];
  for (let text = texts.pop(); text !== undefined; text = texts.pop()) {
    for (const { step: other } of steps) {
      if (read.has(other.stepId) || !namesStep(text, other.stepId)) continue;
      read.add(other.stepId);
      if (other.type === 'Loop') texts.push(other.listContextDataEntityName ?? '', other.resultExpression ?? '');
    }
  }
  return [...read];
}

function namesStep(text: string, name: string): boolean {
  const quoted = JSON.stringify(name);
  return [quoted, quoted.replaceAll('"', '\\"'), `'${name}'`, `\`${name}\``, `.${name}`].some((written) => text.includes(written));
}

function collectText(value: unknown): string {
  if (typeof value === 'string') return value;
  return isListOrObject(value) ? Object.values(value).map(collectText).join('\n') : '';
}
