import { z } from 'zod';
import { defineCalls } from '../http/define-calls.ts';
import { changeResultSchema } from './call-results.ts';
import { dataRunFields } from './workflow-fields.ts';

/** Where a step's sample comes from; an earlier one is preferred. */
const sampleOrigins = ['pin', 'test', 'run', 'schema'] as const;

const sampleFields = {
  clientId: z.string(),
  origin: z.enum(sampleOrigins),
  /** When the step returned it or, for a pin, when it was saved; null for one that only the workflow's settings tell. */
  at: z.string().nullable(),
  /** It was too long, and has the first items of its lists and the beginnings of its texts. */
  isCut: z.boolean(),
  /** The step has changed since it was tested. */
  isStale: z.boolean(),
  /** The run that returned it; null for a pin and an example. */
  workflowInstanceId: z.string().nullable(),
};

const query = z.strictObject(dataRunFields);

export const workflowSampleCalls = defineCalls({
  'GET /api/workflows/{id}/samples': {
    summary:
      'Where each step’s sample comes from, by the steps’ clientId: its pinned output, or else what it returned in a test, in the last run (or the run with dataRunId), or an example from its settings. Steps without a sample are left out.',
    access: 'user',
    effect: 'read',
    query,
    response: z.object({ samples: z.array(z.object(sampleFields)) }),
  },
  'GET /api/workflows/{id}/samples/{clientId}': {
    summary: 'One step’s sample with its values, under the names that references use. Secrets are left out.',
    access: 'user',
    effect: 'read',
    query,
    response: z.object({ sample: z.object({ ...sampleFields, values: z.record(z.string(), z.unknown()) }) }),
  },
  'DELETE /api/workflows/{id}/samples/{clientId}': {
    summary: 'Forgets what a step returned in tests. Pins and runs stay.',
    access: 'user',
    effect: 'write',
    response: changeResultSchema,
  },
});
