import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { findStepPosition, withStepAt } from './place.ts';
import { isPagingLoop, lastOfUnit, unitOfAll } from './step-unit.ts';

/** Spec EDIT-57: neither the trigger nor a paging loop. */
export function canDelete(steps: readonly WorkflowStep[], stepId: string): boolean {
  const step = steps.find((one) => one.stepId === stepId);
  return step !== undefined && step.type !== 'Trigger' && !isPagingLoop(steps, stepId);
}

/** Removes a step with what belongs to it, including its paging loop (spec STEP-49). Steps that can't be deleted stay. */
export function deleteStep(steps: readonly WorkflowStep[], stepId: string): WorkflowStep[] {
  return canDelete(steps, stepId) ? takeOut(steps, [stepId]).rest : [...steps];
}

/** Splits the steps into those of one lane with what belongs to them, and the others with the gap closed. */
export function takeOut(
  steps: readonly WorkflowStep[],
  lane: readonly [string, ...string[]],
): { unit: WorkflowStep[]; rest: WorkflowStep[]; lastName: string } {
  const unit = unitOfAll(steps, lane);
  const lastTop = steps.find((step) => step.stepId === lane.at(-1));
  if (!lastTop) return { unit: [], rest: [...steps], lastName: lane[0] };
  const last = lastOfUnit(steps, lastTop);
  const place = findStepPosition(steps, lane[0]);
  const closed = place ? withStepAt(steps, place, last.nextStepId ?? null) : [...steps];
  const taken = new Set(unit.map((step) => step.stepId));
  return { unit, rest: closed.filter((step) => !taken.has(step.stepId)), lastName: last.stepId };
}
