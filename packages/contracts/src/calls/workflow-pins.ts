import { z } from 'zod';
import { defineCalls } from '../http/define-calls.ts';
import { storableText } from './query-fields.ts';

const headerValueSchema = z.string().max(20_000);

/** The output that replaces a step's own in test runs. With Error, the step counts as failed. */
const pinnedValuesSchema = z.strictObject({
  Response: z.json().optional(),
  ResponseHttpStatusCode: z.number().int().min(100).max(599).optional(),
  /** Several headers with one name, such as cookies, are a list, as in a real response. */
  ResponseHeaders: z.record(z.string().max(200), z.union([headerValueSchema, z.array(headerValueSchema).max(100)])).optional(),
  /** The Response is bytes encoded as text: ResponseFile is made from it. */
  ResponseIsBase64: z.literal(true).optional(),
  /** Where a loop over the Response finds its items. */
  ResponseItemsPath: z.string().max(1_000).optional(),
  Error: z.string().max(10_000).optional(),
});

const pinsResponse = z.object({
  pins: z.array(z.object({ clientId: z.string(), values: pinnedValuesSchema, updatedAt: z.string() })),
});

export const workflowPinCalls = defineCalls({
  'GET /api/workflows/{id}/pins': {
    summary: 'The pinned outputs of a workflow’s steps, by the steps’ clientId.',
    access: 'user',
    effect: 'read',
    response: pinsResponse,
  },
  'PUT /api/workflows/{id}/pins': {
    summary:
      'Pins the output of one step: test runs use it instead of running the step; real runs ignore it. Without values, the step is unpinned. Pins are stored apart from the workflow: no version, copy, template or export contains them.',
    access: 'user',
    effect: 'write',
    body: z.strictObject({ clientId: storableText(100).min(1), values: pinnedValuesSchema.nullable() }),
    response: pinsResponse,
  },
});
