import { z } from 'zod';
import { callInputTypes, delayTypes, workflowLimits } from '../model/values.ts';
import { commonStepFields, expressionSchema, flagSchema, idSchema, nextStepSchema, retryFields } from './step-fields.ts';

/** An addition to the specification: starts another workflow of the same owner. Its trigger's payload is the step's input. */
export const callWorkflowStepSchema = z.strictObject({
  ...commonStepFields,
  ...retryFields,
  type: z.literal('CallWorkflow'),
  workflowId: idSchema,
  /** Fields: an object of `inputFields`. Value: the value of `inputValue`. */
  inputType: z.enum(callInputTypes).exactOptional(),
  inputFields: z
    .array(
      z.strictObject({ name: z.string().max(workflowLimits.nameLength), valueExpression: expressionSchema.nullable().exactOptional() }),
    )
    .max(workflowLimits.callInputFields)
    .nullable()
    .exactOptional(),
  inputValue: expressionSchema.nullable().exactOptional(),
  /** The run continues at once; the result and the outcome of the called run don't matter. */
  doNotWait: flagSchema,
  /** How long the run waits for the end; absent: as long as a run may wait at all. */
  deadlineValue: z.number().nullable().exactOptional(),
  deadlineType: z.enum(delayTypes).exactOptional(),
  continueOnFailure: flagSchema,
  useErrorPath: flagSchema,
  errorFirstStepId: nextStepSchema,
});
export type CallWorkflowStep = z.output<typeof callWorkflowStepSchema>;
