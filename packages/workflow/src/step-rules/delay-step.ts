import { type DelayType, workflowLimits } from '../model/values.ts';
import type { DelayStep } from '../steps/delay-step.ts';
import type { StepRule } from './step-rule.ts';

const UNIT_MS: Record<DelayType, number> = { Seconds: 1000, Minutes: 60_000, Hours: 3_600_000, Days: 86_400_000 };

/** How long a delay step waits. */
export function delayMsOf(step: Pick<DelayStep, 'delayValue' | 'delayType'>): number {
  return step.delayValue * UNIT_MS[step.delayType ?? 'Seconds'];
}

/** Spec STEP-82, durable-runs/README.md. */
export const delayStepRule: StepRule<'DelayStep'> = {
  check(step, report) {
    if (!(step.delayValue >= 1)) report('delayValue', 'The delay must be at least 1');
    else if (!(delayMsOf(step) <= workflowLimits.delayMaxMs)) report('delayValue', 'The delay must be at most 365 days');
  },
  mapTexts: (step) => step,
};
