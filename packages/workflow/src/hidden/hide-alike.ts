import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { findHiddenSteps, hasHidden } from './hidden-steps.ts';
import { matchGroups } from './match-groups.ts';

/** What one version of a workflow hides from its owner, in a form that matches every other version. */
export interface Hiding {
  /** Client ids of the steps. */
  stepIds: string[];
  /** By the client id of their branch: all groups of the branches that have hidden ones. */
  groups: Record<string, { name: string; isHidden: boolean }[]>;
}

/** @returns null if nothing is hidden. */
export function findHiding(steps: readonly WorkflowStep[]): Hiding | null {
  if (!steps.some(hasHidden)) return null;
  const hidden = [...findHiddenSteps(steps)];
  const branches = steps.flatMap((step) =>
    step.type === 'Branch' && step.clientId !== undefined && step.conditionGroups.some((group) => group.isHiddenFromCustomer)
      ? [[step.clientId, step.conditionGroups.map(({ name, isHiddenFromCustomer = false }) => ({ name, isHidden: isHiddenFromCustomer }))]]
      : [],
  );
  return { stepIds: hidden.flatMap(({ clientId }) => clientId ?? []), groups: Object.fromEntries(branches) };
}

/** @returns the same array if nothing is hidden. */
export function hideBy(steps: WorkflowStep[], hiding: Hiding | null): WorkflowStep[] {
  if (!hiding) return steps;
  const hiddenIds = new Set(hiding.stepIds);
  return steps.map((step) => {
    if (step.clientId === undefined) return step;
    if (hiddenIds.has(step.clientId)) return { ...step, isHiddenFromCustomer: true };
    return withHiddenGroups(step, hiding.groups[step.clientId]);
  });
}

/**
 * The steps of one version, also hiding what another version hides (spec EDIT-78): hiding a step today wouldn't hide it from a customer who
 * reads yesterday's version.
 *
 * @returns the same array if the other version hides nothing.
 */
export function hideAlike(steps: WorkflowStep[], others: readonly WorkflowStep[]): WorkflowStep[] {
  return hideBy(steps, findHiding(others));
}

function withHiddenGroups(step: WorkflowStep, others: Hiding['groups'][string] | undefined): WorkflowStep {
  if (step.type !== 'Branch' || !others) return step;
  const places = matchGroups(step.conditionGroups, others);
  const conditionGroups = step.conditionGroups.map((group, at) =>
    others[places[at] ?? -1]?.isHidden ? { ...group, isHiddenFromCustomer: true } : group,
  );
  return { ...step, conditionGroups };
}
