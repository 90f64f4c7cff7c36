import { z } from 'zod';
import { commonStepFields, errorPathFields, idSchema } from './step-fields.ts';

/** Spec STEP-102, STEP-105: a field's value is whatever JSON its editor made, text if it couldn't be parsed. */
export const integrationStepSchema = z.strictObject({
  ...commonStepFields,
  ...errorPathFields,
  type: z.literal('IntegrationStep'),
  implementationType: idSchema,
  fieldsData: z.record(z.string().max(200), z.json()).nullable().exactOptional(),
});
export type IntegrationStep = z.output<typeof integrationStepSchema>;
