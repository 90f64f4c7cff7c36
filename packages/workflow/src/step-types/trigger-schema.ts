import { z } from 'zod';
import { httpMethods, scheduleOverlaps, schedulePeriods, triggerTypes, webhookResponseModes, workflowLimits } from '../model/values.ts';
import { commonStepFields, expressionSchema, idSchema, parameterMappingsSchema, textSchema } from './step-fields.ts';

/**
 * Spec STEP-26..28; `timeZone` is an IANA name, UTC if absent (durable-runs/README.md). A `startAt` without its own zone is a time on that
 * zone's clock; without `startAt` the schedule starts when the workflow is activated.
 *
 * `overlap` is an addition to the specification, which doesn't say what happens to a fire while the previous one's run hasn't ended: both
 * run (`Allow`, the default, because nothing is lost that way), or the fire is skipped (`Skip`).
 */
export const scheduleSchema = z.strictObject({
  startAt: z.string().max(64).nullable().exactOptional(),
  frequency: z.number().exactOptional(),
  period: z.enum(schedulePeriods),
  timeZone: z.string().max(64).exactOptional(),
  overlap: z.enum(scheduleOverlaps).exactOptional(),
});
export type Schedule = z.output<typeof scheduleSchema>;

/** A value by which people find a run: its name, and an expression that reads the trigger or steps. An addition to the specification. */
const runTagSchema = z.strictObject({
  name: expressionSchema,
  valueExpression: expressionSchema,
});
export type RunTagDefinition = z.output<typeof runTagSchema>;

/**
 * What starts the workflow, with a sample of its payload (spec STEP-17, STEP-18). The last three are for webhooks, and additions to the
 * specification: when the caller gets its response, how long it waits at most, and which methods it may use (absent: all).
 */
export const triggerStepSchema = z.strictObject({
  ...commonStepFields,
  type: z.literal('Trigger'),
  triggerType: z.enum(triggerTypes),
  payloadSampleJson: textSchema.nullable().exactOptional(),
  eventId: idSchema,
  requestParameterMappings: parameterMappingsSchema,
  schedule: scheduleSchema.nullable().exactOptional(),
  runTags: z.array(runTagSchema).max(workflowLimits.runTags).exactOptional(),
  webhookAnswer: z.enum(webhookResponseModes).exactOptional(),
  webhookAnswerSeconds: z.number().exactOptional(),
  allowedMethods: z.array(z.enum(httpMethods)).max(httpMethods.length).exactOptional(),
});
export type TriggerStep = z.output<typeof triggerStepSchema>;
