import { indexSteps } from '../flow/index-steps.ts';
import { mapPointers } from '../flow/step-pointers.ts';
import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { findHiddenSteps, hasHidden } from './hidden-steps.ts';

/**
 * The workflow as its owner sees it (spec EDIT-78): hidden steps and condition groups are left out, and a pointer to a hidden step leads to
 * the first visible step after it in the same chain, or nowhere.
 *
 * @returns the same array if nothing is hidden.
 */
export function visibleSteps(steps: WorkflowStep[]): WorkflowStep[] {
  if (!steps.some(hasHidden)) return steps;
  const hidden = findHiddenSteps(steps);
  const index = indexSteps(steps);

  function firstVisible(name: string): string | null {
    const seen = new Set<string>();
    let target: string | null | undefined = name;
    while (target && !seen.has(target)) {
      const step = index.get(target);
      if (!step || !hidden.has(step)) return target;
      seen.add(target);
      target = step.nextStepId;
    }
    return null;
  }

  return steps.filter((step) => !hidden.has(step)).map((step) => mapPointers(withoutHiddenGroups(step), firstVisible));
}

function withoutHiddenGroups(step: WorkflowStep): WorkflowStep {
  if (step.type !== 'Branch') return step;
  return { ...step, conditionGroups: step.conditionGroups.filter((group) => !group.isHiddenFromCustomer) };
}
