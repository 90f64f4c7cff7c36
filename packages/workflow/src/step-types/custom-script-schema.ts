import { z } from 'zod';
import { commonStepFields, errorPathFields, flagSchema, textSchema } from './step-fields.ts';

/** A script, and whether it runs only manually (spec STEP-65). */
export const customScriptStepSchema = z.strictObject({
  ...commonStepFields,
  ...errorPathFields,
  type: z.literal('CustomScript'),
  script: textSchema,
  onlyManualExecution: flagSchema,
});
export type CustomScriptStep = z.output<typeof customScriptStepSchema>;
