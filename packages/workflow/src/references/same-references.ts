import { listPointers } from '../flow/step-pointers.ts';
import type { WorkflowStep } from '../step-types/workflow-step.ts';

/**
 * Whether a step can refer to the same values in both workflows, because only its own settings differ. That is so at almost every key in
 * its form, and takes much less time than collecting the references again.
 */
export function hasSameReferences(before: readonly WorkflowStep[], now: readonly WorkflowStep[], stepId: string): boolean {
  if (before.length !== now.length) return false;
  return now.every((step, at) => step === before[at] || (step.stepId === stepId && isSameInFlow(before[at], step)));
}

/** Whether a step is in the same position. One that stores data isn't compared: its settings say what can be read. */
function isSameInFlow(before: WorkflowStep | undefined, now: WorkflowStep): boolean {
  if (before?.stepId !== now.stepId || before.type !== now.type || now.type === 'DataStorage') return false;
  return Boolean(before.isSwitchedOff) === Boolean(now.isSwitchedOff) && writePointers(before) === writePointers(now);
}

function writePointers(step: WorkflowStep): string {
  return JSON.stringify(listPointers(step));
}
