import { workflowLimits } from '../model/values.ts';
import type { StepOf, WorkflowStep } from '../step-types/workflow-step.ts';
import { withStepAt } from './place.ts';
import { findPagingLoop } from './step-unit.ts';

export interface AutoPagingSettings {
  makeId: () => string;
  /** The list inside the operation's response; by default the whole response. */
  collection?: string;
}

/**
 * Switches auto paging of an operation (spec STEP-47..50). On adds a loop `Loop for {step}` after it; off removes the loop and puts the
 * steps of its body in its place, so that none of the person's work is lost.
 */
export function setAutoPaging(steps: readonly WorkflowStep[], stepId: string, isOn: boolean, settings: AutoPagingSettings): WorkflowStep[] {
  const step = steps.find((one): one is StepOf<'ConnectorOperation'> => one.stepId === stepId && one.type === 'ConnectorOperation');
  if (!step) return [...steps];
  const loop = findPagingLoop(steps, step);
  if (isOn) return loop ? [...steps] : withPagingLoop(steps, step, settings);
  const flagged = steps.map((one) => (one === step ? { ...step, useAutoPaging: false } : one));
  return loop ? withoutLoop(flagged, step, loop) : flagged;
}

function withPagingLoop(
  steps: readonly WorkflowStep[],
  step: StepOf<'ConnectorOperation'>,
  { makeId, collection }: AutoPagingSettings,
): WorkflowStep[] {
  const limit = step.pagedItemsLimit ?? workflowLimits.pagedItemsDefault;
  const loop: StepOf<'Loop'> = {
    stepId: freeName(`Loop for ${step.stepId}`, steps),
    type: 'Loop',
    clientId: makeId(),
    description: `This step will contain iterated DataItem from Step : ${step.stepId}`,
    listContextDataEntityName: collection ?? `$Steps[${JSON.stringify(step.stepId)}].Response`,
    pagedItemsLimit: limit,
    loopFirstStepId: null,
    nextStepId: step.nextStepId ?? null,
  };
  return steps.flatMap((one): WorkflowStep[] =>
    one === step ? [{ ...step, useAutoPaging: true, pagedItemsLimit: limit, nextStepId: loop.stepId }, loop] : [one],
  );
}

function withoutLoop(steps: readonly WorkflowStep[], step: WorkflowStep, loop: StepOf<'Loop'>): WorkflowStep[] {
  const index = new Map(steps.map((one) => [one.stepId, one]));
  const seen = new Set<WorkflowStep>();
  let last = loop.loopFirstStepId ? index.get(loop.loopFirstStepId) : undefined;
  for (let next = last; next && !seen.has(next); next = next.nextStepId ? index.get(next.nextStepId) : undefined) {
    seen.add(next);
    last = next;
  }
  const rest = steps.filter((one) => one !== loop);
  const follower = loop.nextStepId ?? null;
  const joined = withStepAt(rest, { kind: 'after', stepId: step.stepId }, last ? (loop.loopFirstStepId ?? null) : follower);
  return last ? withStepAt(joined, { kind: 'after', stepId: last.stepId }, follower) : joined;
}

function freeName(wanted: string, steps: readonly WorkflowStep[]): string {
  const taken = new Set(steps.map((step) => step.stepId));
  let name = wanted.slice(0, workflowLimits.nameLength - 8);
  for (let n = 2; taken.has(name); n += 1) name = `${wanted.slice(0, workflowLimits.nameLength - 8)} ${n}`;
  return name;
}
