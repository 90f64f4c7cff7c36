import { isSameJson } from '@portage/primitives/json';
import type { EditorStep } from '../state/editor-state.ts';
import type { FormMemory } from './form-memory.ts';

/** A problem that only the form knows of: of an input that the step cannot keep, or of what an operation asks for. */
export interface FormProblem {
  clientId: string;
  stepId: string;
  field: string;
  message: string;
}

/** What is typed but not in the steps comes first. Reports about a step that has changed since, by Undo for one, do not count. */
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

/** The name of a step and the step after it change without its form, and nothing that a form reports depends on them. */
function isSameToForm(one: EditorStep, other: EditorStep): boolean {
  return one === other || isSameJson({ ...one, stepId: '', nextStepId: null }, { ...other, stepId: '', nextStepId: null });
}
