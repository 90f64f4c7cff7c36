import { useDeferredValue, useMemo, useSyncExternalStore } from 'react';
import { useEditor } from '../state/editor-context.tsx';
import type { EditorStep } from '../state/editor-state.ts';
import { isTouched } from './form-memory.ts';
import { stepProblems } from './step-problems.ts';
import { useFormMemory } from './use-form-memory.ts';

/** The visible problems of the open step. They are updated a moment after typing, so that keys stay fast. */
export function useStepProblems(step: EditorStep) {
  const memory = useFormMemory();
  const remembered = useSyncExternalStore(memory.subscribe, memory.get, memory.get);
  const steps = useDeferredValue(useEditor((state) => state.steps));
  const flowProblems = useDeferredValue(useEditor((state) => state.problems));
  const deferred = useDeferredValue(step);
  const problems = useMemo(() => stepProblems(deferred, steps, flowProblems), [deferred, steps, flowProblems]);
  return {
    ofStep: problems.ofStep,
    problemOf: (field: string) =>
      isTouched(remembered, step.clientId, field)
        ? (problems.byField.get(field) ?? remembered.reports.get(step.clientId)?.messages.get(field))
        : undefined,
  };
}
