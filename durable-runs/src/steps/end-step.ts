import { type EndStep, endDefaults } from '@portage/workflow';
import type { StepHandler } from './step-handler.ts';

/** Ends the run, the loop or this turn of the loop (spec ENG-17, STEP-81). */
export const endStep: StepHandler<EndStep> = {
  actsOutside: () => false,
  run: (step) => ({ outcome: { kind: 'end', scope: step.endStepScope ?? endDefaults.endStepScope } }),
  describe: (step) => ({ request: { endStepScope: step.endStepScope ?? endDefaults.endStepScope } }),
};
