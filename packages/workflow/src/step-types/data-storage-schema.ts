import { z } from 'zod';
import { dataStorageOperations, storageScopes, workflowLimits } from '../model/values.ts';
import { commonStepFields, errorPathFields, expressionSchema } from './step-fields.ts';

/** Spec STEP-73, STEP-74: scope is null unless the operation is Create; a Delete row needs no value. */
export const dataStorageStepSchema = z.strictObject({
  ...commonStepFields,
  ...errorPathFields,
  type: z.literal('DataStorage'),
  dataStorageOperation: z.enum(dataStorageOperations),
  scope: z.enum(storageScopes).nullable().exactOptional(),
  expirationInHours: z.number().nullable().exactOptional(),
  keyValues: z
    .array(
      z.strictObject({
        key: z.string().max(workflowLimits.nameLength),
        valueExpression: expressionSchema.nullable().exactOptional(),
        /** SetIf writes only while the stored value equals this; null or absent: while nothing is stored. */
        expectedExpression: expressionSchema.nullable().exactOptional(),
      }),
    )
    .max(workflowLimits.keyValues),
});
export type DataStorageStep = z.output<typeof dataStorageStepSchema>;
