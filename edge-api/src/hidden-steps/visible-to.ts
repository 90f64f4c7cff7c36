import { seesHiddenSteps } from '@portage/database';
import { isSameJson } from '@portage/primitives/json';
import { findHiddenSteps, HiddenStepsError, hasHidden, keepHiddenSteps, visibleSteps, type WorkflowStep } from '@portage/workflow';
import { ApiProblem } from '../http/api-problem.ts';
import type { SignedInUser } from '../http/context.ts';

type Viewer = Pick<SignedInUser, 'roles' | 'impersonatorUserId'>;

/** The steps to put into a response, and whether some were left out. */
export function stepsFor(user: Viewer, steps: WorkflowStep[]): { steps: WorkflowStep[]; hasHiddenSteps: boolean } {
  if (seesHiddenSteps(user) || !steps.some(hasHidden)) return { steps, hasHiddenSteps: false };
  return { steps: visibleSteps(steps), hasHiddenSteps: true };
}

/**
 * The caller's saved steps combined with the stored steps that the caller doesn't see. A person who doesn't see all steps may change
 * none: a script of theirs could read the hidden steps' results.
 *
 * @throws ApiProblem 403 `hidden-steps` for any change by a person who doesn't see all steps, and for a customer who hides a step.
 */
export function mergeHiddenSteps(user: Viewer, saved: WorkflowStep[], stored: readonly WorkflowStep[]): WorkflowStep[] {
  if (seesHiddenSteps(user)) return saved;
  requireMayHide(user, saved);
  if (!stored.some(hasHidden)) return saved;
  if (isSameJson(tryKeepHidden(saved, stored), stored)) return [...stored];
  throw new ApiProblem(403, 'hidden-steps', 'Some steps of this workflow are hidden from you, so only an admin can change its steps.');
}

function tryKeepHidden(saved: WorkflowStep[], stored: readonly WorkflowStep[]): WorkflowStep[] | null {
  try {
    return keepHiddenSteps(saved, stored);
  } catch (error) {
    if (error instanceof HiddenStepsError) return null;
    throw error;
  }
}

/** @throws ApiProblem 403 `hidden-steps` for a customer whose steps hide something. */
export function requireMayHide(user: Viewer, steps: readonly WorkflowStep[]): void {
  if (seesHiddenSteps(user) || !steps.some(hasHidden)) return;
  throw new ApiProblem(403, 'hidden-steps', 'Only an admin who acts as you can hide steps.');
}

/** Names of steps that a message to this person must not contain. */
export function hiddenNamesFor(user: Viewer, steps: readonly WorkflowStep[]): ReadonlySet<string> {
  if (seesHiddenSteps(user)) return new Set();
  return new Set([...findHiddenSteps(steps)].map(({ stepId }) => stepId));
}
