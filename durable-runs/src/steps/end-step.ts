import { type EndStep, endDefaults } from '@portage/workflow';
import type { StepHandler } from './step-handler.ts';

/** Spec ENG-17, STEP-81. */
export const endStep: StepHandler<EndStep> = {
  actsOutside: () => false,
  run: (step) => ({ outcome: { kind: 'end', scope: step.endStepScope ?? endDefaults.endStepScope } }),
  describe: (step) => ({ request: { endStepScope: step.endStepScope ?? endDefaults.endStepScope } }),
};
