import { indexSteps } from '../flow/index-steps.ts';
import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { canDelete, takeOut } from './delete-step.ts';
import { insertUnit } from './insert-step.ts';
import { findStepPosition, isSamePosition, type StepPosition, stepAt } from './place.ts';
import { findPagingLoop, lastOfUnit, unitOfAll } from './step-unit.ts';

/** Whether a step can move, at all or to a place (spec EDIT-56, EDIT-57): no trigger, no paging loop; not into itself or its own place. */
export function canMove(steps: readonly WorkflowStep[], stepId: string, place?: StepPosition): boolean {
  return place === undefined ? canDelete(steps, stepId) : createMoveCheck(steps, stepId)(place);
}

/** The same for many places of one step, prepared so that each check is instant. */
export function createMoveCheck(steps: readonly WorkflowStep[], stepId: string): (place: StepPosition) => boolean {
  return canDelete(steps, stepId) ? createLaneMoveCheck(steps, [stepId]) : () => false;
}

/** Whether the steps of a lane can move to a place: not into what belongs to them, not to their current place. */
export function createLaneMoveCheck(
  steps: readonly WorkflowStep[],
  lane: readonly [string, ...string[]],
): (place: StepPosition) => boolean {
  const now = findStepPosition(steps, lane[0]);
  const unit = new Set(unitOfAll(steps, lane).map((step) => step.stepId));
  const index = indexSteps(steps);
  return (place) => {
    const owner = index.get(place.stepId);
    if (!owner || stepAt([owner], place) === undefined) return false;
    const loop = place.kind === 'after' && owner.nextStepId ? index.get(owner.nextStepId) : undefined;
    const free: StepPosition = loop && findPagingLoop([owner, loop], owner) ? { kind: 'after', stepId: loop.stepId } : place;
    return !(now && isSamePosition(now, free)) && !unit.has(free.stepId);
  };
}

/** Spec EDIT-56, EDIT-57: the same rules hold for copies. */
export function canCopy(steps: readonly WorkflowStep[], stepId: string, place?: StepPosition): boolean {
  return canMove(steps, stepId, place);
}

/** Moves a step with what belongs to it; the step after it follows the step before it. A forbidden move changes nothing. */
export function moveStep(steps: readonly WorkflowStep[], stepId: string, place: StepPosition): WorkflowStep[] {
  if (!canMove(steps, stepId, place)) return [...steps];
  const { unit, rest, lastName } = takeOut(steps, [stepId]);
  return insertUnit(rest, place, unit, lastName);
}

/** The place directly after a step and its paging loop. */
export function getPositionAfter(steps: readonly WorkflowStep[], stepId: string): StepPosition {
  const step = steps.find((one) => one.stepId === stepId);
  return { kind: 'after', stepId: step ? lastOfUnit(steps, step).stepId : stepId };
}
