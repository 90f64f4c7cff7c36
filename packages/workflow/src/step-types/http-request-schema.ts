import { z } from 'zod';
import { httpBodyTypes, httpResponseTypes, workflowLimits } from '../model/values.ts';
import { commonStepFields, errorPathFields, expressionSchema, flagSchema, retryFields, textSchema } from './step-fields.ts';

/**
 * Spec STEP-68. `httpMethod` may have any letter case; normalizeSteps capitalizes it. `queryParameters`, `bodyType`, `responseType`,
 * `timeoutSeconds` and `followRedirects` are additions: the specification doesn't say how a query is encoded, how bodies other than text
 * are sent, how responses are read, nor how long a call may take.
 */
export const httpRequestStepSchema = z.strictObject({
  ...commonStepFields,
  ...retryFields,
  ...errorPathFields,
  type: z.literal('HttpRequest'),
  url: expressionSchema,
  /** Sent, encoded, after the URL's own query. */
  queryParameters: z
    .array(z.strictObject({ name: expressionSchema, valueExpression: expressionSchema.nullable().exactOptional() }))
    .max(workflowLimits.queryParameters)
    .nullable()
    .exactOptional(),
  httpMethod: z
    .string()
    .regex(/^(get|post|put|patch|delete|head|options)$/i, 'The method must be GET, POST, PUT, PATCH, DELETE, HEAD or OPTIONS.')
    .exactOptional(),
  headers: z
    .record(z.string().max(workflowLimits.nameLength), expressionSchema, 'Headers must be a JSON object whose values are texts.')
    .refine((headers) => Object.keys(headers).length <= workflowLimits.headers, `At most ${workflowLimits.headers} headers.`)
    .nullable()
    .exactOptional(),
  body: textSchema.nullable().exactOptional(),
  continueOnFailure: flagSchema,
  responseSampleJson: textSchema.nullable().exactOptional(),
  bodyType: z.enum(httpBodyTypes).exactOptional(),
  responseType: z.enum(httpResponseTypes).exactOptional(),
  timeoutSeconds: z.number().exactOptional(),
  followRedirects: flagSchema,
});
export type HttpRequestStep = z.output<typeof httpRequestStepSchema>;
