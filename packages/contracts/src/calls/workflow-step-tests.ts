import { stepValueNames, workflowStepSchema } from '@portage/workflow';
import { z } from 'zod';
import { defineCalls } from '../http/define-calls.ts';
import { dataRunFields, ofDraftField } from './workflow-fields.ts';
import { stepInstanceSchema, workflowInstanceSchema } from './workflow-instances.ts';

/** The assumed result of another step: `{ Response: … }`, `{ Payload: … }`, `{ CurrentItem: … }`. */
const givenValuesSchema = z.strictObject(
  Object.fromEntries(stepValueNames.map((name) => [name, z.json().optional()])) as Record<
    (typeof stepValueNames)[number],
    z.ZodOptional<z.ZodJSONSchema>
  >,
);

export const workflowStepTestCalls = defineCalls({
  'POST /api/workflows/{id}/test-step': {
    summary:
      'Runs one step alone, as it is in the editor. Steps that stepValues doesn’t name have the values of their samples: a pin, an earlier test, the last run (or the one with dataRunId), or an example. The result becomes the step’s own sample. It is a run like any other (its calls go out, and what it stores is stored) and is read by its id, but no list shows it.',
    access: 'user',
    effect: 'write',
    body: z.strictObject({
      step: workflowStepSchema,
      /** By step name, instead of the steps' samples. */
      stepValues: z.record(z.string().max(200), givenValuesSchema).optional(),
      ofDraft: ofDraftField,
      /** Waits for the end of the test for up to three seconds. */
      awaitsResult: z.literal(true).optional(),
      ...dataRunFields,
    }),
    response: z.object({
      workflowInstanceId: z.string(),
      /** With `awaitsResult`, if the test has ended. */
      result: z.object({ workflowInstance: workflowInstanceSchema, stepInstance: stepInstanceSchema.nullable() }).optional(),
    }),
  },
});
