import { DAY_MS, HOUR_MS } from '@portage/primitives/durations';
import { type DelayType, workflowLimits } from '../model/values.ts';
import type { DelayStep } from './delay-step-schema.ts';
import { fillIn } from './fill-in.ts';
import type { StepDefinition } from './step-definition.ts';

const UNIT_MS: Record<DelayType, number> = { Seconds: 1000, Minutes: 60_000, Hours: HOUR_MS, Days: DAY_MS };

export const delayDefaults = { delayType: 'Seconds' } as const;

/** How long a delay step waits. Without a unit, the default one counts. */
export function computeDelayMs({ delayValue, delayType = delayDefaults.delayType }: Pick<DelayStep, 'delayValue' | 'delayType'>): number {
  return toDurationMs(delayValue, delayType);
}

/** A duration written as a number of units. */
export function toDurationMs(value: number, unit: DelayType): number {
  return value * UNIT_MS[unit];
}

/** Spec STEP-82, durable-runs/README.md. */
export const delayStep = {
  label: 'Delay Step',
  waitsOutside: false,
  create: () => ({ type: 'DelayStep', delayValue: 1, ...delayDefaults }),
  withDefaults: (step) => fillIn(step, delayDefaults),
  check(step, report) {
    if (!(step.delayValue >= 1)) report('delayValue', 'The delay must be at least 1');
    else if (!(computeDelayMs(step) <= workflowLimits.delayMaxMs)) report('delayValue', 'The delay must be at most 365 days');
  },
  mapTexts: (step) => step,
  offers: () => [],
} satisfies StepDefinition<DelayStep>;
