import { z } from 'zod';
import { runStatusFilters } from '../engine/run-status.ts';
import { defineCalls } from '../http/define-calls.ts';
import { runJobActions, runJobLimits, runJobStatuses } from '../run-jobs/run-job-actions.ts';
import { instantField, searchField, storableText } from './query-fields.ts';

const runJobSchema = z.object({
  id: z.string(),
  action: z.enum(runJobActions),
  status: z.enum(runJobStatuses),
  totalCount: z.number(),
  doneCount: z.number(),
  /** Runs that refused the action, for example because they continued in the meantime. */
  refusedCount: z.number(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  /** The job waits for a quota until then. */
  waitsUntil: z.string().nullable(),
  /** Why it waits or stopped by itself. */
  message: z.string().nullable(),
});

/** Runs by id, or all that a Run History filter finds. */
const selectionSchema = z.union([
  z.strictObject({ runIds: z.array(storableText(200).min(1)).min(1).max(runJobLimits.namedRuns) }),
  z.strictObject({
    filter: z.strictObject({
      workflowId: z.string().min(1).max(200).optional(),
      status: z.enum(runStatusFilters).optional(),
      startedFrom: instantField(),
      startedTo: instantField(),
      withoutTests: z.boolean().optional(),
      tagValue: searchField(),
      tagName: searchField(),
      isTagExact: z.boolean().optional(),
      content: searchField(),
    }),
  }),
]);

const bodySchema = z.strictObject({ action: z.enum(runJobActions), selection: selectionSchema });

/** One action on many of the caller's runs, carried out in the background. */
export const runJobCalls = defineCalls({
  'POST /api/workflows/run-jobs/preview': {
    summary: 'How many of the caller’s runs an action would affect: failed runs for a re-run, runs in progress for Cancel.',
    access: 'user',
    effect: 'read',
    body: bodySchema,
    /** Counts no further than `mostRuns`, and a job takes the oldest of them. */
    response: z.object({ count: z.number(), mostRuns: z.number() }),
  },
  'POST /api/workflows/run-jobs': {
    summary:
      'Re-runs or cancels many of the caller’s runs in the background, each once; 404 no-runs if none matches, 409 too-many-jobs beyond five.',
    access: 'user',
    effect: 'write',
    body: bodySchema,
    response: z.object({ runJob: runJobSchema }),
  },
  'GET /api/workflows/run-jobs': {
    summary: 'The caller’s jobs on many runs, newest first: those in progress and those that finished in the last day.',
    access: 'user',
    effect: 'read',
    response: z.object({ runJobs: z.array(runJobSchema) }),
  },
  'GET /api/workflows/run-jobs/{id}': {
    summary: 'One job, with the first runs that it could not change, and why.',
    access: 'user',
    effect: 'read',
    response: z.object({ runJob: runJobSchema, refusals: z.array(z.object({ workflowInstanceId: z.string(), message: z.string() })) }),
  },
  'POST /api/workflows/run-jobs/{id}/stop': {
    summary: 'Stops a job; what it has already done is not undone.',
    access: 'user',
    effect: 'write',
    response: z.object({ runJob: runJobSchema }),
  },
});
