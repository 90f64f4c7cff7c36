import { z } from 'zod';
import { syncTypes } from '../model/values.ts';
import { commonStepFields, errorPathFields, idSchema, parameterMappingsSchema } from './step-fields.ts';

/** Source and target systems, and what to copy between them (spec STEP-83). */
export const syncStepSchema = z.strictObject({
  ...commonStepFields,
  ...errorPathFields,
  type: z.literal('SyncStep'),
  syncType: z.enum(syncTypes).exactOptional(),
  customOptions: z.strictObject({ SkipProductsCreate: z.boolean().exactOptional() }).nullable().exactOptional(),
  sourceConnectorTypeRequestParameterMappings: parameterMappingsSchema,
  targetConnectorTypeRequestParameterMappings: parameterMappingsSchema,
  integrationType: idSchema,
  dashboardEntity: idSchema,
});
export type SyncStep = z.output<typeof syncStepSchema>;
