import type { WorkflowStep } from '../steps/registry.ts';
import { canDelete, takeOut } from './delete-step.ts';
import { freePlace, insertUnit } from './insert-step.ts';
import { isSamePlace, type Place, placeOf, stepAt } from './place.ts';
import { lastOfUnit, unitOf } from './step-unit.ts';

/**
 * Whether a step can be moved, at all or to a place: not the trigger nor a paging loop (spec EDIT-57), not into what belongs
 * to it, not onto itself, not to where it stands (spec EDIT-56).
 */
export function canMove(steps: readonly WorkflowStep[], stepId: string, place?: Place): boolean {
  if (!canDelete(steps, stepId)) return false;
  return place === undefined || isOtherPlace(steps, stepId, place);
}

/** Spec EDIT-56, EDIT-57: the same rules hold for copies. */
export function canCopy(steps: readonly WorkflowStep[], stepId: string, place?: Place): boolean {
  return canMove(steps, stepId, place);
}

/**
 * Moves a step with what belongs to it; what followed it follows the step before it. No step gets lost, and a move that is
 * not allowed changes nothing.
 */
export function moveStep(steps: readonly WorkflowStep[], stepId: string, place: Place): WorkflowStep[] {
  if (!canMove(steps, stepId, place)) return [...steps];
  const { unit, rest, lastName } = takeOut(steps, stepId);
  return insertUnit(rest, place, unit, lastName);
}

function isOtherPlace(steps: readonly WorkflowStep[], stepId: string, place: Place): boolean {
  const free = freePlace(steps, place);
  if (stepAt(steps, free) === undefined) return false;
  const now = placeOf(steps, stepId);
  if (now && isSamePlace(now, free)) return false;
  return !unitOf(steps, stepId).some((step) => step.stepId === free.stepId);
}

/** The place right behind a step and its paging loop. */
export function placeAfter(steps: readonly WorkflowStep[], stepId: string): Place {
  const step = steps.find((one) => one.stepId === stepId);
  return { kind: 'after', stepId: step ? lastOfUnit(steps, step).stepId : stepId };
}
