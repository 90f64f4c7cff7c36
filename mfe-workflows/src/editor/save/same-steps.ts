import { isSameJson } from '@portage/primitives/json';
import { normalizeSteps, type WorkflowStep } from '@portage/workflow';

const makeId = () => '';

/** Whether the server would store both in the same way: it writes out defaults. */
export function areSameSteps(one: readonly WorkflowStep[], other: readonly WorkflowStep[]): boolean {
  return one === other || isSameJson(normalizeSteps(one, { makeId }), normalizeSteps(other, { makeId }));
}
