import { indexSteps } from '../flow/index-steps.ts';
import { type OutlineNode, outlineSteps } from '../flow/outline.ts';
import { hasErrorPath } from '../step-types/error-path.ts';
import type { WorkflowStep } from '../step-types/workflow-step.ts';

/** Whether steps or condition groups are hidden from customers (spec EDIT-78). The trigger is always visible. */
export function hasHidden(step: WorkflowStep): boolean {
  if (step.type === 'Trigger') return false;
  if (step.isHiddenFromCustomer) return true;
  return step.type === 'Branch' && step.conditionGroups.some((group) => group.isHiddenFromCustomer);
}

/** The steps that customers don't see: flagged ones, and everything inside a hidden step or condition group. */
export function findHiddenSteps(steps: readonly WorkflowStep[]): ReadonlySet<WorkflowStep> {
  const hidden = new Set<WorkflowStep>();
  if (!steps.some(hasHidden)) return hidden;
  const { chain, unreached } = outlineSteps(steps);
  hideIn(chain, false, hidden);
  hideUnreached(steps, unreached, hidden);
  return hidden;
}

function hideIn(chain: readonly OutlineNode[], isInsideHidden: boolean, hidden: Set<WorkflowStep>): void {
  for (const { step, body, groups } of chain) {
    const isHidden = isInsideHidden || isFlagged(step);
    if (isHidden) hidden.add(step);
    if (body) hideIn(body, isHidden, hidden);
    for (const group of groups ?? []) hideIn(group.chain, isHidden || isHiddenGroup(step, group.index), hidden);
  }
}

/** The trigger doesn't lead here, so the contents are found by following the pointers. */
function hideUnreached(steps: readonly WorkflowStep[], unreached: readonly WorkflowStep[], hidden: Set<WorkflowStep>): void {
  const index = indexSteps(steps);
  const open = new Set(unreached);
  function hideChain(name: string | null | undefined): void {
    let step = name ? index.get(name) : undefined;
    while (step && open.has(step)) {
      hide(step);
      step = step.nextStepId ? index.get(step.nextStepId) : undefined;
    }
  }
  function hide(step: WorkflowStep): void {
    open.delete(step);
    hidden.add(step);
    if (step.type === 'Loop') hideChain(step.loopFirstStepId);
    if (step.type === 'Branch') for (const { nextStepId } of step.conditionGroups) hideChain(nextStepId);
    if (hasErrorPath(step)) hideChain(step.errorFirstStepId);
  }
  for (const step of unreached) {
    if (isFlagged(step)) hide(step);
    else if (step.type === 'Branch') {
      for (const group of step.conditionGroups) if (group.isHiddenFromCustomer) hideChain(group.nextStepId);
    }
  }
}

function isFlagged(step: WorkflowStep): boolean {
  return step.type !== 'Trigger' && step.isHiddenFromCustomer === true;
}

function isHiddenGroup(step: WorkflowStep, index: number): boolean {
  return step.type === 'Branch' && step.conditionGroups[index]?.isHiddenFromCustomer === true;
}
