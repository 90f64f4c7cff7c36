import { z } from 'zod';
import { commonStepFields, errorPathFields, parameterMappingsSchema } from './step-fields.ts';

/** A connector and the type of data to read from it (spec STEP-93). */
export const getDataStepSchema = z.strictObject({
  ...commonStepFields,
  ...errorPathFields,
  type: z.literal('GetDataStep'),
  getDataDataType: z.string().max(200).exactOptional(),
  requestParameterMappings: parameterMappingsSchema,
});
export type GetDataStep = z.output<typeof getDataStepSchema>;
