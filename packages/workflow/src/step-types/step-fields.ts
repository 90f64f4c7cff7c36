import { z } from 'zod';
import { forbiddenNames, triggerTypes, workflowLimits } from '../model/values.ts';

/** A step's name, also where one step points to another. */
export const stepNameSchema = z
  .string()
  .min(1, 'A step needs a name.')
  .max(workflowLimits.nameLength)
  .refine((name) => !forbiddenNames.includes(name), 'This step name is reserved.');

/** The next step of a chain: null or absent means that the chain ends there. */
export const nextStepSchema = stepNameSchema.nullable().exactOptional();

/** Id of a connector, a connector type, an operation, a dashboard: opaque here. */
export const idSchema = z.string().max(workflowLimits.nameLength).nullable().exactOptional();

/** One expression. */
export const expressionSchema = z.string().max(workflowLimits.expressionLength);

/** A long text: a script, a body, a sample. */
export const textSchema = z.string().max(workflowLimits.textLength);

export const flagSchema = z.boolean().exactOptional();

/** Pairs of an expression and the path of the parameter that gets its value (spec STEP-17, STEP-31). */
export const parameterMappingsSchema = z
  .array(z.strictObject({ fromParameterExpression: expressionSchema.nullable(), toParameterPath: z.string().max(2_000) }))
  .max(workflowLimits.mappings)
  .exactOptional();

/** Spec STEP-01: what every step may carry. */
export const commonStepFields = {
  stepId: stepNameSchema,
  description: z.string().max(workflowLimits.descriptionLength).nullable().exactOptional(),
  clientId: z.string().min(1).max(100).exactOptional(),
  nextStepId: nextStepSchema,
  isHiddenFromCustomer: flagSchema,
  triggerType: z.enum(triggerTypes).nullable().exactOptional(),
  connectorId: idSchema,
  connectorTypeId: idSchema,
  sourceConnectorId: idSchema,
  sourceConnectorTypeId: idSchema,
  targetConnectorId: idSchema,
  targetConnectorTypeId: idSchema,
} as const;
