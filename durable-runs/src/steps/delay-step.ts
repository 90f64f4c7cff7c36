import { computeDelayMs, type DelayStep, delayDefaults, workflowLimits } from '@portage/workflow';
import { failed, type StepHandler } from '../step-context/step-handler.ts';

/** Spec ENG-18, STEP-82; durable-runs/README.md: a delay lasts from 1 s to 365 days. */
export const delayStep: StepHandler<DelayStep> = {
  actsOutside: () => false,
  run(step, context) {
    const delayMs = typeof step.delayValue === 'number' ? computeDelayMs(step) : Number.NaN;
    if (!(delayMs >= 1_000 && delayMs <= workflowLimits.delayMaxMs)) {
      const { delayType } = withUnit(step);
      return failed(`A delay lasts from 1 second to 365 days, not ${String(step.delayValue)} ${delayType.toLowerCase()}.`);
    }
    return { outcome: { kind: 'delay', untilMs: context.nowMs + Math.round(delayMs) } };
  },
  describe: (step) => ({ request: withUnit(step) }),
};

function withUnit({ delayValue, delayType = delayDefaults.delayType }: DelayStep) {
  return { delayValue, delayType };
}
