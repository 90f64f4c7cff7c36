import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { hasHidden, hiddenStepsOf } from './hidden-steps.ts';
import { matchGroups } from './match-groups.ts';

/**
 * The steps of one version, with those hidden that another version hides (spec EDIT-78): hiding a step today would not hide it from a
 * customer who reads yesterday's version.
 *
 * @returns the same array where the other version hides nothing.
 */
export function hideAlike(steps: WorkflowStep[], others: readonly WorkflowStep[]): WorkflowStep[] {
  if (!others.some(hasHidden)) return steps;
  const hiddenIds = new Set([...hiddenStepsOf(others)].map(({ clientId }) => clientId));
  const otherOf = new Map(others.map((other) => [other.clientId, other]));
  return steps.map((step) => {
    if (step.clientId === undefined) return step;
    if (hiddenIds.has(step.clientId)) return { ...step, isHiddenFromCustomer: true };
    return withHiddenGroups(step, otherOf.get(step.clientId));
  });
}

function withHiddenGroups(step: WorkflowStep, other: WorkflowStep | undefined): WorkflowStep {
  if (step.type !== 'Branch' || other?.type !== 'Branch' || !other.conditionGroups.some((group) => group.isHiddenFromCustomer)) return step;
  const places = matchGroups(step.conditionGroups, other.conditionGroups);
  const conditionGroups = step.conditionGroups.map((group, at) =>
    other.conditionGroups[places[at] ?? -1]?.isHiddenFromCustomer ? { ...group, isHiddenFromCustomer: true } : group,
  );
  return { ...step, conditionGroups };
}
