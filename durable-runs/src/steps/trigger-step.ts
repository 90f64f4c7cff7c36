import type { TriggerStep } from '@portage/workflow';
import type { StepHandler } from '../step-context/step-handler.ts';

/** The call or click that started the run. Its values are the run's trigger itself (docs/workflow-format.md). */
export const triggerStep: StepHandler<TriggerStep> = {
  actsOutside: () => false,
  run: () => ({ outcome: { kind: 'succeeded' } }),
};
