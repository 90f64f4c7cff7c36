import { nextActionName } from '../step-types/next-step-name.ts';
import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { findReaders, pointToRenamed } from './rename-step.ts';

/**
 * Names a step after its action ("List orders"), unless a person named it or other steps read from it.
 *
 * @param formerAction the action that it may be named after
 * @returns the steps, and the step's name among them
 */
export function nameByAction(
  steps: readonly WorkflowStep[],
  stepId: string,
  action: string,
  formerAction: string | undefined,
): { steps: readonly WorkflowStep[]; stepId: string } {
  const step = steps.find((one) => one.stepId === stepId);
  if (!step || !isAutomatic(step, formerAction) || findReaders(steps, new Set([stepId])).length > 0) return { steps, stepId };
  const others = steps.filter((one) => one !== step).map((one) => one.stepId);
  const name = nextActionName(action, others);
  return {
    steps: pointToRenamed(steps, stepId, name).map((one) => (one.stepId === stepId ? { ...one, stepId: name } : one)),
    stepId: name,
  };
}

function isAutomatic({ stepId, type }: WorkflowStep, formerAction: string | undefined): boolean {
  const base = [type, ...(formerAction ? [`${formerAction} `, formerAction] : [])].find((start) => stepId.startsWith(start));
  return base !== undefined && /^\d*$/.test(stepId.slice(base.length));
}
