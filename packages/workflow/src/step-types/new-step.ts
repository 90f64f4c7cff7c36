import { nextActionName, nextStepName } from './next-step-name.ts';
import { getStepDefinition } from './registry.ts';
import type { NewStepOptions } from './step-definition.ts';
import type { StepType, WorkflowStep } from './workflow-step.ts';

export interface NewStepSettings {
  /** Makes a new `clientId`. */
  makeId: () => string;
  now: () => Date;
}

/** A step as the editor makes it: named by its action, or by its type and a number (spec STEP-11), with its type's defaults. */
export function newStep(
  type: StepType,
  existingNames: Iterable<string>,
  { makeId, now }: NewStepSettings,
  options: NewStepOptions = {},
): WorkflowStep {
  const name = options.action?.trim() ? nextActionName(options.action, existingNames) : nextStepName(type, existingNames);
  const common = { stepId: name, clientId: makeId(), nextStepId: null };
  return { ...common, ...getStepDefinition({ type }).create(options, now) } as WorkflowStep;
}
