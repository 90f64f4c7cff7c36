import { z } from 'zod';
import { dashboardItemOperations, dashboardItemTypes } from '../model/values.ts';
import { commonStepFields, errorPathFields, expressionSchema, idSchema, parameterMappingsSchema } from './step-fields.ts';

const value = expressionSchema.nullable().exactOptional();

/** All fields of every item type; each type uses some of them (spec STEP-94). */
export const dashboardItemStepSchema = z.strictObject({
  ...commonStepFields,
  ...errorPathFields,
  type: z.literal('DashboardItemStep'),
  dashboardId: idSchema,
  source: value,
  itemType: z.enum(dashboardItemTypes).exactOptional(),
  operation: z.enum(dashboardItemOperations).exactOptional(),
  externalId: value,
  object: value,
  name: value,
  firstName: value,
  lastName: value,
  salesforceId: value,
  title: value,
  startAt: value,
  eventName: value,
  leadName: value,
  registeredAt: value,
  activityName: value,
  activityAt: value,
  requestParameterMappings: parameterMappingsSchema,
});
export type DashboardItemStep = z.output<typeof dashboardItemStepSchema>;
