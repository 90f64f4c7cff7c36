import { indexSteps } from '../flow/index-steps.ts';
import { type OutlineNode, outlineSteps } from '../flow/outline.ts';
import { mapPointers } from '../flow/step-pointers.ts';
import type { WorkflowStep } from '../step-types/workflow-step.ts';

/** Whether runs skip the step. A trigger starts the run, so it can't be switched off. */
export function isSwitchedOff(step: WorkflowStep): boolean {
  return step.type !== 'Trigger' && step.isSwitchedOff === true;
}

/** Names of the steps that never run: those that are switched off, and everything inside them. */
export function namesSwitchedOff(steps: readonly WorkflowStep[]): ReadonlySet<string> {
  const names = new Set<string>();
  if (!steps.some(isSwitchedOff)) return names;
  const { chain, unreached } = outlineSteps(steps);
  collect(chain, false, names);
  for (const step of unreached) if (isSwitchedOff(step)) names.add(step.stepId);
  return names;
}

function collect(chain: readonly OutlineNode[], isInside: boolean, names: Set<string>): void {
  for (const { step, body = [], groups = [] } of chain) {
    const isOff = isInside || isSwitchedOff(step);
    if (isOff) names.add(step.stepId);
    collect(body, isOff, names);
    for (const group of groups) collect(group.chain, isOff, names);
  }
}

/**
 * The workflow as it runs: every pointer to a switched-off step leads to the next step of the same chain that is on, or nowhere. The steps
 * themselves stay in the list, so that references to them are empty and not unknown.
 *
 * @returns the same array if every step is on.
 */
export function passOverSwitchedOff(steps: readonly WorkflowStep[]): readonly WorkflowStep[] {
  if (!steps.some(isSwitchedOff)) return steps;
  const index = indexSteps(steps);

  function firstOn(name: string): string | null {
    const seen = new Set<string>();
    let target: string | null | undefined = name;
    while (target && !seen.has(target)) {
      const step = index.get(target);
      if (!step || !isSwitchedOff(step)) return target;
      seen.add(target);
      target = step.nextStepId;
    }
    return null;
  }

  return steps.map((step) => mapPointers(step, firstOn));
}
