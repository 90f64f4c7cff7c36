import { validateStep, type WorkflowProblem } from '@portage/workflow';
import type { EditorStep } from '../state/editor-state.ts';

/** Problems of the step's position in the flow or of its type: no field of a form shows them. */
const OF_THE_WHOLE_STEP = /^type$|^(loop|error)FirstStepId$|nextStepId$/;

export interface StepProblems {
  /** The first message of each field. */
  byField: ReadonlyMap<string, string>;
  ofStep: readonly string[];
}

/** @param flowProblems the last known problems of the whole workflow, for the problems of the step's position */
export function stepProblems(step: EditorStep, steps: readonly EditorStep[], flowProblems: readonly WorkflowProblem[]): StepProblems {
  const own = validateStep(step, new Set(steps.map(({ stepId }) => stepId)));
  const ofPlace = flowProblems.filter(({ stepId, field }) => stepId === step.stepId && field !== undefined && isPositionField(field));
  const byField = new Map<string, string>();
  const ofStep: string[] = [];
  for (const { field, message } of [...own, ...ofPlace]) {
    if (field === undefined || OF_THE_WHOLE_STEP.test(field)) {
      if (!ofStep.includes(message)) ofStep.push(message);
    } else if (!byField.has(field)) byField.set(field, message);
  }
  return { byField, ofStep };
}

function isPositionField(field: string): boolean {
  return field === 'endStepScope' || field === 'webhookAnswer' || OF_THE_WHOLE_STEP.test(field);
}
