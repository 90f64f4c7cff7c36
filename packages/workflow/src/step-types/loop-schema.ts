import { z } from 'zod';
import { workflowLimits } from '../model/values.ts';
import { commonStepFields, expressionSchema, flagSchema, nextStepSchema, stepNameSchema } from './step-fields.ts';

/** Spec STEP-62. The chain from `loopFirstStepId` is the body; `loopSteps` is redundant: normalizeSteps drops it. */
export const loopStepSchema = z.strictObject({
  ...commonStepFields,
  type: z.literal('Loop'),
  loopFirstStepId: nextStepSchema,
  listContextDataEntityName: expressionSchema.nullable().exactOptional(),
  pagedItemsLimit: z.number().nullable().exactOptional(),
  continueOnFailure: flagSchema,
  /** An addition to the specification: its value at the end of each iteration is an entry of the loop's `Results`. */
  resultExpression: expressionSchema.nullable().exactOptional(),
  loopSteps: z.array(stepNameSchema).max(workflowLimits.steps).nullable().exactOptional(),
});
export type LoopStep = z.output<typeof loopStepSchema>;
