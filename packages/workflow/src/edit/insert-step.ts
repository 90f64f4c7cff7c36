import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { type StepPosition, stepAt, withStepAt } from './place.ts';
import { collectUnit, lastOfUnit } from './step-unit.ts';

/**
 * Inserts a new step at a place, before the step that was there (spec EDIT-55). Nothing goes between an operation and its paging loop: such
 * a step goes after the loop.
 *
 * @param step its pointers to a next step are replaced.
 * @throws RangeError if the place doesn't exist.
 */
export function insertStep(steps: readonly WorkflowStep[], place: StepPosition, step: WorkflowStep): WorkflowStep[] {
  return insertUnit(steps, place, [step]);
}

/** Inserts steps at a place, which then points to the first; its former target follows `lastName`. @throws RangeError without the place */
export function insertUnit(
  steps: readonly WorkflowStep[],
  place: StepPosition,
  unit: readonly WorkflowStep[],
  lastName = unit[0]?.stepId,
): WorkflowStep[] {
  const free = resolveInsertPosition(steps, place);
  const follower = stepAt(steps, free);
  const [first] = unit;
  if (follower === undefined) throw new RangeError(`There is no such place: ${place.kind} of "${place.stepId}"`);
  if (!first) return [...steps];
  const linked = unit.map((step) => (step.stepId === lastName ? { ...step, nextStepId: follower } : step));
  const pointed = withStepAt(steps, free, first.stepId);
  const at = listPosition(pointed, free);
  return [...pointed.slice(0, at), ...linked, ...pointed.slice(at)];
}

/** The place itself, or the one after the paging loop there. */
function resolveInsertPosition(steps: readonly WorkflowStep[], place: StepPosition): StepPosition {
  if (place.kind !== 'after') return place;
  const owner = steps.find((step) => step.stepId === place.stepId);
  return owner ? { kind: 'after', stepId: lastOfUnit(steps, owner).stepId } : place;
}

/** The list position of new steps, so that the list reads like the flow: after everything that belongs to the step before. */
function listPosition(steps: readonly WorkflowStep[], place: StepPosition): number {
  const owner = steps.findIndex((step) => step.stepId === place.stepId);
  if (place.kind !== 'after') return owner + 1;
  const unit = new Set(collectUnit(steps, place.stepId));
  return (
    Math.max(
      owner,
      steps.findLastIndex((step) => unit.has(step)),
    ) + 1
  );
}
