import type { EndStep } from './end-step-schema.ts';
import { fillIn } from './fill-in.ts';
import type { StepDefinition } from './step-definition.ts';

export const endDefaults = { endStepScope: 'Workflow' } as const;

/** Whether an end of a loop stands inside one is a matter of the flow: validation/check-flow.ts. */
export const endStep = {
  label: 'End Step',
  waitsOutside: false,
  create: () => ({ type: 'EndStep', ...endDefaults }),
  withDefaults: (step) => fillIn(step, endDefaults),
  check() {},
  mapTexts: (step) => step,
  offers: () => [],
} satisfies StepDefinition<EndStep>;
