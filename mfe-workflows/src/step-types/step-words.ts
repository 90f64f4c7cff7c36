import type { WorkflowStep } from '@portage/workflow';
import { getStepLook } from './step-look.ts';
import type { ReferencedNames, StepView } from './step-view.ts';
import { stepViews } from './step-views.ts';

const noNames: ReferencedNames = new Map();

/** Cards render often and flows have 2,000 steps, so a step is described once; an edited step is another object. */
const described = new WeakMap<WorkflowStep, { names: ReferencedNames; words: string }>();

/** The second line of a step's card: its description, otherwise what it does, otherwise its kind. */
export function aboutStep(step: WorkflowStep, names?: ReferencedNames): string {
  const description = step.description?.trim();
  if (description) return description;
  const { word } = getStepLook(step.type);
  const sentence = describeStep(step, names);
  if (sentence === '') return word;
  return stepViews[step.type].isLabelNeeded ? `${word} · ${sentence}` : sentence;
}

/** What a step does, in a sentence; empty if there is nothing to say. */
export function describeStep(step: WorkflowStep, names = noNames): string {
  const known = described.get(step);
  if (known?.names === names) return known.words;
  // TypeScript cannot see that the view and the step are of the same type.
  const view = stepViews[step.type] as unknown as StepView<WorkflowStep['type']>;
  const words = view.describe(step, names);
  described.set(step, { names, words });
  return words;
}

/** What a test of this step changes outside its run; null: nothing. @param operation the connector's, once it is known */
export function getTestEffect(step: WorkflowStep, operation?: { httpMethod?: string; graphQlQuery?: string }): string | null {
  // TypeScript cannot see that the view and the step are of the same type.
  const view = stepViews[step.type] as unknown as StepView<WorkflowStep['type']>;
  return view.testEffect?.(step, operation) ?? null;
}
