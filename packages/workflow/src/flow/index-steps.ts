import type { StepOf, WorkflowStep } from '../step-types/workflow-step.ts';

/** Steps by name; of two with one name the first counts. */
export function indexSteps(steps: readonly WorkflowStep[]): Map<string, WorkflowStep> {
  const index = new Map<string, WorkflowStep>();
  for (const step of steps) if (!index.has(step.stepId)) index.set(step.stepId, step);
  return index;
}

/** The step that starts the workflow, or null. */
export function findTrigger(steps: readonly WorkflowStep[]): StepOf<'Trigger'> | null {
  return steps.find((step) => step.type === 'Trigger') ?? null;
}
