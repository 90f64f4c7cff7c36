import { ERROR_PATH_INDEX, hasErrorPath } from '../step-types/error-path.ts';
import type { WorkflowStep } from '../step-types/workflow-step.ts';

/** Where a step can go: after another one, or first in a condition group or loop (spec EDIT-55). An error path is its step's only group. */
export type StepPosition =
  | { kind: 'after'; stepId: string }
  | { kind: 'group'; stepId: string; groupIndex: number }
  | { kind: 'body'; stepId: string };

export function isSamePosition(one: StepPosition, other: StepPosition): boolean {
  if (one.kind !== other.kind || one.stepId !== other.stepId) return false;
  return one.kind !== 'group' || other.kind !== 'group' || one.groupIndex === other.groupIndex;
}

/** The name of the step at a place; null: the chain ends there; undefined: the place doesn't exist. */
export function stepAt(steps: readonly WorkflowStep[], place: StepPosition): string | null | undefined {
  const owner = steps.find((step) => step.stepId === place.stepId);
  if (!owner) return undefined;
  if (place.kind === 'after') return owner.nextStepId ?? null;
  if (place.kind === 'body') return owner.type === 'Loop' ? (owner.loopFirstStepId ?? null) : undefined;
  if (hasErrorPath(owner)) return place.groupIndex === ERROR_PATH_INDEX ? (owner.errorFirstStepId ?? null) : undefined;
  const group = owner.type === 'Branch' ? owner.conditionGroups[place.groupIndex] : undefined;
  return group && (group.nextStepId ?? null);
}

/** The steps with `target` at a place; of two steps with one name the first is meant. */
export function withStepAt(steps: readonly WorkflowStep[], place: StepPosition, target: string | null): WorkflowStep[] {
  const at = steps.findIndex((step) => step.stepId === place.stepId);
  return steps.map((step, index) => (index === at ? pointed(step, place, target) : step));
}

function pointed(step: WorkflowStep, place: StepPosition, target: string | null): WorkflowStep {
  if (place.kind === 'after') return { ...step, nextStepId: target };
  if (place.kind === 'body') return step.type === 'Loop' ? { ...step, loopFirstStepId: target } : step;
  if (hasErrorPath(step)) return { ...step, errorFirstStepId: target };
  if (step.type !== 'Branch') return step;
  const conditionGroups = step.conditionGroups.map((group, index) =>
    index === place.groupIndex ? { ...group, nextStepId: target } : group,
  );
  return { ...step, conditionGroups };
}

/** The current place of a step; null for the trigger and for a step that nothing points to. */
export function findStepPosition(steps: readonly WorkflowStep[], stepId: string): StepPosition | null {
  for (const step of steps) {
    if (step.nextStepId === stepId) return { kind: 'after', stepId: step.stepId };
    if (step.type === 'Loop' && step.loopFirstStepId === stepId) return { kind: 'body', stepId: step.stepId };
    if (hasErrorPath(step) && step.errorFirstStepId === stepId) {
      return { kind: 'group', stepId: step.stepId, groupIndex: ERROR_PATH_INDEX };
    }
    if (step.type !== 'Branch') continue;
    const groupIndex = step.conditionGroups.findIndex((group) => group.nextStepId === stepId);
    if (groupIndex >= 0) return { kind: 'group', stepId: step.stepId, groupIndex };
  }
  return null;
}
