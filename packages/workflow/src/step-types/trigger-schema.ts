import { z } from 'zod';
import { scheduleOverlaps, schedulePeriods, triggerTypes } from '../model/values.ts';
import { commonStepFields, idSchema, parameterMappingsSchema, textSchema } from './step-fields.ts';

/**
 * Spec STEP-26..28; `timeZone` is an IANA name, UTC when absent (durable-runs/README.md). A `startAt` without a zone of its own is a time
 * on that zone's clock; without `startAt` the schedule starts when the workflow is activated.
 *
 * `overlap` is an addition to the specification, which does not say what becomes of a fire whose predecessor's run has not
 * ended: both run (`Allow`, the default, because nothing is lost that way), or the fire is left out (`Skip`).
 */
export const scheduleSchema = z.strictObject({
  startAt: z.string().max(64).nullable().exactOptional(),
  frequency: z.number().exactOptional(),
  period: z.enum(schedulePeriods),
  timeZone: z.string().max(64).exactOptional(),
  overlap: z.enum(scheduleOverlaps).exactOptional(),
});
export type Schedule = z.output<typeof scheduleSchema>;

/** What starts the workflow, with a sample of its payload (spec STEP-17, STEP-18). */
export const triggerStepSchema = z.strictObject({
  ...commonStepFields,
  type: z.literal('Trigger'),
  triggerType: z.enum(triggerTypes),
  payloadSampleJson: textSchema.nullable().exactOptional(),
  eventId: idSchema,
  requestParameterMappings: parameterMappingsSchema,
  schedule: scheduleSchema.nullable().exactOptional(),
});
export type TriggerStep = z.output<typeof triggerStepSchema>;
