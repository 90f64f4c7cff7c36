import { offeredValues } from './registry.ts';
import type { WorkflowStep } from './workflow-step.ts';

/** Whether a test can use a given output instead of the step: a step with a Response that neither decides nor repeats anything. */
export function canBePinned(step: WorkflowStep): boolean {
  return step.type !== 'Branch' && step.type !== 'Loop' && offeredValues(step).includes('Response');
}
