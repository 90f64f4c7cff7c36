import { z } from 'zod';
import { defineCalls } from '../http/define-calls.ts';

const onFailureSchema = z.object({
  /** Null: no workflow is started. An inactive one isn't started either. */
  onFailure: z.object({ workflowId: z.string(), name: z.string(), isActive: z.boolean() }).nullable(),
});

/** The workflow that starts when a run of another one fails. */
export const onFailureCalls = defineCalls({
  'GET /api/workflows/{id}/on-failure': {
    summary: 'The workflow that starts when a run of this one fails.',
    access: 'user',
    effect: 'read',
    response: onFailureSchema,
  },
  'PUT /api/workflows/{id}/on-failure': {
    summary:
      'Sets the workflow that starts, once per run, when a run of this one fails; its payload says what failed. 400 if failures would loop.',
    access: 'user',
    effect: 'write',
    body: z.strictObject({ workflowId: z.string().min(1).max(200).nullable() }),
    response: onFailureSchema,
  },
});
