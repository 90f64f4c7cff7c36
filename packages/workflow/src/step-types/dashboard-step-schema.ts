import { z } from 'zod';
import { commonStepFields, errorPathFields, idSchema, parameterMappingsSchema } from './step-fields.ts';

/** The dashboard and the data that it shows (spec STEP-90). */
export const dashboardStepSchema = z.strictObject({
  ...commonStepFields,
  ...errorPathFields,
  type: z.literal('DashboardStep'),
  dashboardId: idSchema,
  getDataDataType: z.string().max(200).exactOptional(),
  requestParameterMappings: parameterMappingsSchema,
});
export type DashboardStep = z.output<typeof dashboardStepSchema>;
