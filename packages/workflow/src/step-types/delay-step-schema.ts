import { z } from 'zod';
import { delayTypes } from '../model/values.ts';
import { commonStepFields } from './step-fields.ts';

/** Spec STEP-82. Validation checks the limits, so that a draft can be stored. */
export const delayStepSchema = z.strictObject({
  ...commonStepFields,
  type: z.literal('DelayStep'),
  delayValue: z.number(),
  delayType: z.enum(delayTypes).exactOptional(),
});
export type DelayStep = z.output<typeof delayStepSchema>;
