import type { WorkflowStep } from '@portage/workflow';

/** A version's steps, ready to be walked. */
export interface Program {
  steps: ReadonlyMap<string, WorkflowStep>;
  /** The trigger: where every run starts (spec ENG-09). */
  firstStepId: string | null;
}

export function makeProgram(steps: readonly WorkflowStep[]): Program {
  const trigger = steps.find((step) => step.type === 'Trigger');
  return { steps: new Map(steps.map((step) => [step.stepId, step])), firstStepId: trigger?.stepId ?? null };
}
