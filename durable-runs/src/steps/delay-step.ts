import type { DelayStep, DelayType } from '@portage/workflow';
import { runLimits } from '../limits.ts';
import { failed, type StepHandler } from './step-handler.ts';

const unitMs: Record<DelayType, number> = { Seconds: 1_000, Minutes: 60_000, Hours: 3_600_000, Days: 86_400_000 };

/** Spec ENG-18, STEP-82; durable-runs/README.md: a delay lasts from 1 s to 365 days. */
export const delayStep: StepHandler<DelayStep> = {
  actsOutside: () => false,
  run(step, context) {
    const delayType = step.delayType ?? 'Seconds';
    const delayMs = typeof step.delayValue === 'number' ? step.delayValue * unitMs[delayType] : Number.NaN;
    if (!(delayMs >= 1_000 && delayMs <= runLimits.delayMaxMs)) {
      return failed(`A delay lasts from 1 second to 365 days, not ${String(step.delayValue)} ${delayType.toLowerCase()}.`);
    }
    return { outcome: { kind: 'delay', untilMs: context.nowMs + Math.round(delayMs) } };
  },
  describe: (step) => ({ request: { delayValue: step.delayValue, delayType: step.delayType ?? 'Seconds' } }),
};
