import { z } from 'zod';
import { endStepScopes } from '../model/values.ts';
import { commonStepFields } from './step-fields.ts';

/** The part of the flow that the step ends (spec STEP-81). */
export const endStepSchema = z.strictObject({
  ...commonStepFields,
  type: z.literal('EndStep'),
  endStepScope: z.enum(endStepScopes).exactOptional(),
});
export type EndStep = z.output<typeof endStepSchema>;
