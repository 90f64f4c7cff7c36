import { stepNotAvailable, type WorkflowStep } from '@portage/workflow';
import { failed, type StepHandler } from './step-handler.ts';

/** A step type that has its schema but not yet its work: a run says so instead of passing over it. */
export const notAvailableStep: StepHandler<WorkflowStep> = {
  actsOutside: () => false,
  run: (step) => failed(`${stepNotAvailable(step.type)}.`),
};
