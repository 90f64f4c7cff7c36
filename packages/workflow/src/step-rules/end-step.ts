import type { StepRule } from './step-rule.ts';

/** Whether an end of a loop stands inside one is a matter of the flow: validation/check-flow.ts. */
export const endStepRule: StepRule<'EndStep'> = {
  check() {},
  mapTexts: (step) => step,
};
