import { z } from 'zod';
import { conditionOperators, logicalOperators, workflowLimits } from '../model/values.ts';
import { commonStepFields, expressionSchema, flagSchema, nextStepSchema, textSchema } from './step-fields.ts';

/** Spec STEP-54; the right side is absent or null for unary operators (STEP-57). */
export const conditionSchema = z.strictObject({
  leftExpression: expressionSchema,
  operator: z.enum(conditionOperators),
  rightExpression: expressionSchema.nullable().exactOptional(),
});
export type Condition = z.output<typeof conditionSchema>;

/** Spec STEP-54; a group without conditions always holds (ENG-11). */
export const conditionGroupSchema = z.strictObject({
  name: z.string().max(workflowLimits.nameLength),
  description: z.string().max(workflowLimits.descriptionLength).nullable().exactOptional(),
  logicalOperator: z.enum(logicalOperators).exactOptional(),
  useScript: flagSchema,
  script: textSchema.nullable().exactOptional(),
  isHiddenFromCustomer: flagSchema,
  nextStepId: nextStepSchema,
  conditions: z.array(conditionSchema).max(workflowLimits.conditionsInGroup).exactOptional(),
});
export type ConditionGroup = z.output<typeof conditionGroupSchema>;

export const branchStepSchema = z.strictObject({
  ...commonStepFields,
  type: z.literal('Branch'),
  conditionGroups: z.array(conditionGroupSchema).max(workflowLimits.conditionGroups),
});
export type BranchStep = z.output<typeof branchStepSchema>;
