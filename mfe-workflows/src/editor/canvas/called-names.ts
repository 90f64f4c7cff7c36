import { useWorkflowChoices } from '@portage/area-kit';
import { useEffect, useMemo } from 'react';
import { useFlow, useFlowContext } from './flow-context.tsx';

/** Gives the canvas the names of the workflows that its steps call: one list for all cards, read only when a step calls one. */
export function CalledNames() {
  const { store } = useFlowContext();
  const steps = useFlow((state) => state.steps);
  const isWanted = useMemo(() => steps.some((step) => step.type === 'CallWorkflow' && step.workflowId), [steps]);
  const { data: choices } = useWorkflowChoices('own', '', isWanted);
  useEffect(() => {
    if (choices) store.set({ calledNames: new Map(choices.map(({ value, label }) => [value, label])) });
  }, [store, choices]);
  return null;
}
