import { useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import { useEditor, useEditorStore } from '../state/editor-context.tsx';
import type { EditorStep } from '../state/editor-state.ts';
import { draftKey, type FormDraft, type FormMemory, getFormMemory, isTouched } from './form-memory.ts';
import { type FormProblem, formProblems } from './form-problems.ts';

export function useFormMemory(): FormMemory {
  return getFormMemory(useEditorStore());
}

/** An input of a field that the step can't store, with a function that replaces it. */
export function useUnkeptInput(clientId: string, field: string): [FormDraft | undefined, (draft: FormDraft | null) => void] {
  const memory = useFormMemory();
  const read = () => memory.get().drafts.get(draftKey(clientId, field));
  return [useSyncExternalStore(memory.subscribe, read, read), (draft) => memory.setDraft(clientId, field, draft)];
}

export function useIsTouched(clientId: string, field: string): boolean {
  const memory = useFormMemory();
  const read = () => isTouched(memory.get(), clientId, field);
  return useSyncExternalStore(memory.subscribe, read, read);
}

/** Reports problems that only the step's form knows, while the form is open and the step doesn't change without it. */
export function useReportProblems(step: EditorStep, messages: ReadonlyMap<string, string>): void {
  const memory = useFormMemory();
  // Runs before the page is painted, because a report about the previous step no longer counts.
  useLayoutEffect(() => memory.report(step, messages), [memory, step, messages]);
}

/** Problems that only the forms know about (spec STEP-15, EDIT-60), for the validity indicator and the Run button. */
export function useFormProblems(): readonly FormProblem[] {
  const memory = useFormMemory();
  const remembered = useSyncExternalStore(memory.subscribe, memory.get, memory.get);
  const steps = useEditor((state) => state.steps);
  return useMemo(() => formProblems(remembered, steps), [remembered, steps]);
}
