import { isSameJson } from '@portage/primitives/json';
import type { EditorStep } from '../state/editor-state.ts';
import type { FormMemory } from './form-memory.ts';

/** A problem that only the form knows about: an input that the step can't store, or what an operation requires. */
export interface FormProblem {
  clientId: string;
  stepId: string;
  field: string;
  message: string;
}

/** Typed input that isn't in the steps comes first. Reports about a step that has changed since, such as by Undo, don't count. */
export function formProblems({ drafts, reports }: ReturnType<FormMemory['get']>, steps: readonly EditorStep[]): FormProblem[] {
  const stepOf = (clientId: string) => steps.find((one) => one.clientId === clientId);
  const typed = [...drafts.values()].flatMap(({ clientId, field, message }) => {
    const step = stepOf(clientId);
    return step ? [{ clientId, stepId: step.stepId, field, message }] : [];
  });
  const reported = [...reports].flatMap(([clientId, { step: reportedStep, messages }]) => {
    const step = stepOf(clientId);
    if (!step || !isSameToForm(step, reportedStep)) return [];
    return [...messages].map(([field, message]) => ({ clientId, stepId: step.stepId, field, message }));
  });
  return [...typed, ...reported];
}

/** A step's name and its next step change without its form, and nothing that a form reports depends on them. */
function isSameToForm(one: EditorStep, other: EditorStep): boolean {
  return one === other || isSameJson({ ...one, stepId: '', nextStepId: null }, { ...other, stepId: '', nextStepId: null });
}
