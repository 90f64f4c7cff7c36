import { z } from 'zod';
import { delayTypes } from '../model/values.ts';
import { commonStepFields } from './step-fields.ts';

/** Spec STEP-82. Bounds are a matter of validation, so that a draft can be kept. */
export const delayStepSchema = z.strictObject({
  ...commonStepFields,
  type: z.literal('DelayStep'),
  delayValue: z.number(),
  delayType: z.enum(delayTypes).exactOptional(),
});
export type DelayStep = z.output<typeof delayStepSchema>;
