import { z } from 'zod';
import { endStepScopes, workflowLimits } from '../model/values.ts';
import { commonStepFields, expressionSchema } from './step-fields.ts';

/** The response of a webhook that waits for the run's end; not in the specification. A status is a number or an expression. */
const endResponseSchema = z.strictObject({
  status: expressionSchema.nullable().exactOptional(),
  headers: z
    .array(
      z.strictObject({ name: z.string().max(workflowLimits.nameLength), valueExpression: expressionSchema.nullable().exactOptional() }),
    )
    .max(workflowLimits.headers)
    .exactOptional(),
  body: expressionSchema.nullable().exactOptional(),
});
export type EndResponse = z.output<typeof endResponseSchema>;

/** The part of the flow that the step ends (spec STEP-81). */
export const endStepSchema = z.strictObject({
  ...commonStepFields,
  type: z.literal('EndStep'),
  endStepScope: z.enum(endStepScopes).exactOptional(),
  response: endResponseSchema.nullable().exactOptional(),
});
export type EndStep = z.output<typeof endStepSchema>;
