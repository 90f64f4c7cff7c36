import type { WorkflowStep } from '@portage/workflow';
import type { ReferencedNames, StepView } from './step-view.ts';
import { stepViews } from './step-views.ts';

const noNames: ReferencedNames = new Map();

/** The second line of a step's card: its description, otherwise a summary, otherwise its kind (`word`). */
export function aboutStep(step: WorkflowStep, word: string, names?: ReferencedNames): string {
  const description = step.description?.trim();
  if (description) return description;
  const summary = summarizeStep(step, names);
  if (summary === '') return word;
  return stepViews[step.type].isSummaryEnough ? summary : `${word} · ${summary}`;
}

/** A short summary of a step; empty if there is nothing to say. */
export function summarizeStep(step: WorkflowStep, names = noNames): string {
  // TypeScript cannot see that the view and the step are of the same type.
  const view = stepViews[step.type] as unknown as StepView<WorkflowStep['type']>;
  return view.summary(step, names);
}

/** What a test of this step changes outside its run; null: nothing. @param operation the connector's, once it is known */
export function getTestEffect(step: WorkflowStep, operation?: { httpMethod?: string; graphQlQuery?: string }): string | null {
  // TypeScript cannot see that the view and the step are of the same type.
  const view = stepViews[step.type] as unknown as StepView<WorkflowStep['type']>;
  return view.testEffect?.(step, operation) ?? null;
}
