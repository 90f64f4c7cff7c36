import { stepNotAvailable, type WorkflowStep } from '@portage/workflow';
import { failed, type StepHandler } from './step-handler.ts';

/** Runs steps of types that are not built: the run fails and says why, instead of passing over the step. */
export const notAvailableStep: StepHandler<WorkflowStep> = {
  actsOutside: () => false,
  run: (step) => failed(`${stepNotAvailable(step.type)}.`),
};
