import { listPointers, mapPointers } from '../flow/step-pointers.ts';
import type { WorkflowStep } from '../step-types/workflow-step.ts';

/**
 * Replaces the step with that name. If the new one has another name, pointers follow it; references in texts are handled by
 * renameStepReferences (spec STEP-12, STEP-13).
 */
export function updateStep(steps: readonly WorkflowStep[], stepId: string, step: WorkflowStep): WorkflowStep[] {
  const at = steps.findIndex((one) => one.stepId === stepId);
  const replaced = steps.map((one, index) => (index === at ? step : one));
  return at < 0 ? [...steps] : pointToRenamed(replaced, stepId, step.stepId);
}

/** Points everything that pointed to `oldName` to `newName`; other steps remain the same objects. */
export function pointToRenamed<Step extends WorkflowStep>(steps: readonly Step[], oldName: string, newName: string): Step[] {
  if (oldName === newName) return [...steps];
  return steps.map((step) => {
    const pointsThere = listPointers(step).some(({ target }) => target === oldName);
    return pointsThere ? mapPointers(step, (target) => (target === oldName ? newName : target)) : step;
  });
}
