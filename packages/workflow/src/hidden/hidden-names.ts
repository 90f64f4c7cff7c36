import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { findHiddenSteps, hasHidden } from './hidden-steps.ts';

/** What customers see of a run that failed in a step hidden from them. */
export const HIDDEN_STEP_FAILED = 'A hidden step failed.';

/** Names of the steps that the workflow's owner doesn't see; null: neither steps nor condition groups are hidden. */
export function findHiddenNames(steps: readonly WorkflowStep[]): ReadonlySet<string> | null {
  if (!steps.some(hasHidden)) return null;
  return new Set([...findHiddenSteps(steps)].map(({ stepId }) => stepId));
}
