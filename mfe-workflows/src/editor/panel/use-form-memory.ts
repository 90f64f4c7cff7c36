import { useEffect, useSyncExternalStore } from 'react';
import { useEditor, useEditorStore } from '../state/editor-context.tsx';
import { draftKey, type FormDraft, type FormMemory, formMemoryOf, isTouched } from './form-memory.ts';

export function useFormMemory(): FormMemory {
  return formMemoryOf(useEditorStore());
}

/** The unkept input of one field, with a function that replaces it. */
export function useDraft(clientId: string, field: string): [FormDraft | undefined, (draft: FormDraft | null) => void] {
  const memory = useFormMemory();
  const read = () => memory.get().drafts.get(draftKey(clientId, field));
  return [useSyncExternalStore(memory.subscribe, read, read), (draft) => memory.setDraft(clientId, field, draft)];
}

/** Whether the problems of one field are to be shown. */
export function useIsTouched(clientId: string, field: string): boolean {
  const memory = useFormMemory();
  const read = () => isTouched(memory.get(), clientId, field);
  return useSyncExternalStore(memory.subscribe, read, read);
}

/** Reports problems of a step that only its form knows, while the form is open and after. */
export function useReportProblems(clientId: string, messages: ReadonlyMap<string, string>): void {
  const memory = useFormMemory();
  useEffect(() => memory.setProblems(clientId, messages), [memory, clientId, messages]);
}

/** A problem that only the form knows of, because the step holds the last value that could be kept. */
export interface FormProblem {
  clientId: string;
  stepId: string;
  field: string;
  message: string;
}

/** Problems of what is typed but not yet in the steps (spec STEP-15, EDIT-60): for the validity indicator and the Run button. */
export function useFormProblems(): readonly FormProblem[] {
  const memory = useFormMemory();
  const { drafts, problems } = useSyncExternalStore(memory.subscribe, memory.get, memory.get);
  const steps = useEditor((state) => state.steps);
  const ofForms = [...problems].flatMap(([clientId, messages]) => [...messages].map(([field, message]) => ({ clientId, field, message })));
  return [...drafts.values(), ...ofForms].flatMap(({ clientId, field, message }) => {
    const step = steps.find((one) => one.clientId === clientId);
    return step ? [{ clientId, stepId: step.stepId, field, message }] : [];
  });
}
