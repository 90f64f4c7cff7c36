import { z } from 'zod';
import { runStatuses } from '../engine/run-status.ts';
import { defineCalls } from '../http/define-calls.ts';

const calledRunSchema = z.object({
  id: z.string(),
  name: z.string(),
  workflowId: z.string(),
  status: z.enum(runStatuses),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  errorMessage: z.string().nullable(),
  /** Null: it waits neither for a run it called nor for a person. `subject` is the question to a person. */
  waitsFor: z.object({ kind: z.enum(['Run', 'Approval']), subject: z.string().nullable() }).nullable(),
});

export const calledWorkflowCalls = defineCalls({
  'GET /api/workflows/{id}/called/{calledId}': {
    summary: 'A workflow as a step of this one would call it: null if it no longer exists; `isCircle` if its steps lead back to this one.',
    access: 'user',
    effect: 'read',
    response: z.object({ workflow: z.object({ name: z.string(), isActive: z.boolean() }).nullable(), isCircle: z.boolean() }),
  },
  'GET /api/workflows/instances/{id}/called-runs': {
    summary: 'The runs that steps of this run have started, newest first; 100 at most.',
    access: 'user',
    effect: 'read',
    response: z.object({ runs: z.array(calledRunSchema), totalCount: z.number() }),
  },
});
