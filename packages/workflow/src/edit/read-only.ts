import type { WorkflowStep } from '../steps/registry.ts';

/** Whether a step, or a condition group of it, is kept from customers (spec EDIT-78). */
export function hasHidden(step: WorkflowStep): boolean {
  if (step.isHiddenFromCustomer) return true;
  return step.type === 'Branch' && step.conditionGroups.some((group) => group.isHiddenFromCustomer);
}

/** Spec EDIT-59: flagged, or with hidden steps before somebody who does not impersonate. Forbids to move, copy and delete, too. */
export function isReadOnlyFor(editor: { isReadOnlyFlag: boolean; steps: readonly WorkflowStep[]; isImpersonating: boolean }): boolean {
  return editor.isReadOnlyFlag || (!editor.isImpersonating && editor.steps.some(hasHidden));
}
