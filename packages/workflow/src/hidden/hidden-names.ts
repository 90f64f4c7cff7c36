import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { hasHidden, hiddenStepsOf } from './hidden-steps.ts';

/** What customers read of a run that failed in a step that is hidden from them. */
export const HIDDEN_STEP_FAILED = 'A hidden step failed.';

/** Names of the steps that the owner of a workflow does not see; null: neither steps nor condition groups are hidden. */
export function hiddenNamesOf(steps: readonly WorkflowStep[]): ReadonlySet<string> | null {
  if (!steps.some(hasHidden)) return null;
  return new Set([...hiddenStepsOf(steps)].map(({ stepId }) => stepId));
}
