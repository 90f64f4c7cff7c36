import type { WorkflowStep } from '../step-types/workflow-step.ts';
import example from './design-example.json' with { type: 'json' };

/** The workflow of docs/workflow-format.md, for every test that needs one. */
export const orderExample = example;

/** Its steps, with the given address for large orders. */
export function orderSteps(tellUrl: string): WorkflowStep[] {
  return example.steps.map((step) => (step.stepId === 'tell' ? { ...step, url: tellUrl } : step)) as WorkflowStep[];
}
