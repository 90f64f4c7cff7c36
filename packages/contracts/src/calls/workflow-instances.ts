import { z } from 'zod';
import { rerunTypes, runStatuses } from '../engine/run-shard.ts';
import { defineCalls } from '../http/define-calls.ts';
import { instantField, MAX_PAGE_SIZE, pageFields, searchField, switchField } from './query-fields.ts';

/** Spec ENG-06 with what a person needs to see at a glance. */
const workflowInstanceSchema = z.object({
  id: z.string(),
  name: z.string(),
  ownerUserId: z.string(),
  ownerUserEmail: z.string().optional(),
  workflowId: z.string(),
  workflowVersionId: z.string(),
  status: z.enum(runStatuses),
  createdAt: z.string(),
  lastUpdatedAt: z.string(),
  continueAt: z.string().nullable(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  errorMessage: z.string().nullable(),
  isTest: z.boolean(),
  stepCount: z.number(),
  /** Steps that failed although the run went on; absent: an earlier release has written the run. */
  failedSteps: z.number().optional(),
  /** When it was continued last after it had failed; absent in lists. */
  continuedAt: z.string().nullable().optional(),
});

/** Spec ENG-07 without the data, as lists show it. */
const stepInstanceSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  path: z.string(),
  stepType: z.string(),
  status: z.enum(runStatuses),
  lastUpdatedAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  errorMessage: z.string().nullable(),
  hasContextData: z.boolean(),
});

/** Data of one step of a run: its request, its answer, its log (spec ENG-08). */
const stepDataSchema = z.object({
  payload: z.unknown().optional(),
  requestScript: z.string().optional(),
  request: z.unknown().optional(),
  requestUrl: z.string().optional(),
  response: z
    .object({
      responseHttpStatusCode: z.number().optional(),
      body: z.unknown().optional(),
      headers: z.record(z.string(), z.string()).optional(),
      attributes: z.object({ url: z.string().optional() }).optional(),
    })
    .optional(),
  log: z.string().optional(),
  currentItem: z.unknown().optional(),
  error: z.string().optional(),
});

const attemptSchema = z.object({
  number: z.number(),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  errorMessage: z.string().nullable(),
});

const stepInstanceSchema = stepInstanceSummarySchema.extend({
  stepData: stepDataSchema.nullable(),
  /** Attempts that failed before the run was continued at this step, oldest first. */
  attempts: z.array(attemptSchema).optional(),
});

const turnsSchema = z.object({ count: z.number(), failedCount: z.number(), failed: z.array(z.number()) });

const spanSchema = z.object({
  stepInstanceId: z.string(),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  count: z.number(),
  status: z.enum(runStatuses),
});

const groupSchema = z.object({
  place: z.string(),
  name: z.string(),
  stepType: z.string(),
  count: z.number(),
  failedCount: z.number(),
  busyMs: z.number(),
  turnCount: z.number(),
  spans: z.array(spanSchema),
});

const idField = z.string().min(1).max(200);
const ofRun = z.strictObject({ workflowInstanceId: idField });

export const workflowInstanceCalls = defineCalls({
  'GET /api/workflows/instances': {
    summary: 'The newest runs of one workflow.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({
      WorkflowId: idField,
      PageSize: z.coerce.number<number | string>().int().min(1).max(MAX_PAGE_SIZE).default(20),
    }),
    response: z.object({ workflowInstances: z.array(workflowInstanceSchema) }),
    source: 'API-46',
  },
  'GET /api/workflows/find-instances': {
    summary: 'Looks for runs, newest first; an admin with isAdmin=true sees everyone’s and may name a userEmail.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({
      workflowId: idField.optional(),
      workflowInstanceStatus: z.enum(runStatuses).optional(),
      workflowStartedAtStart: instantField(),
      workflowStartedAtEnd: instantField(),
      userEmail: searchField(),
      isAdmin: switchField(),
      ...pageFields(),
    }),
    response: z.object({ workflowInstances: z.array(workflowInstanceSchema), totalCount: z.number() }),
    source: 'API-47',
  },
  'GET /api/workflows/instances/{id}': {
    summary: 'One run as it stands now.',
    access: 'user',
    effect: 'read',
    response: z.object({ workflowInstance: workflowInstanceSchema }),
    source: 'API-48',
  },
  'GET /api/workflows/instances/{id}/overview': {
    summary:
      'Where the time of a run went: what ran at each place of the workflow, when and how often. Empty once its steps are no longer kept.',
    access: 'user',
    effect: 'read',
    response: z.object({ groups: z.array(groupSchema), focus: stepInstanceSummarySchema.nullable() }),
    source: 'RUN-10',
  },
  'GET /api/workflows/instances/{id}/re-run': {
    summary: 'Runs a failed run again: ContinueExisting from the failed step, StartNew from the trigger with the current version.',
    access: 'user',
    effect: 'write',
    query: z.strictObject({ type: z.enum(rerunTypes) }),
    response: z.object({ isSuccess: z.boolean(), workflowInstanceId: z.string().optional(), errorMessage: z.string().optional() }),
    alsoMethods: ['POST'],
    source: 'API-49',
  },
  'GET /api/workflows/instances/{id}/cancel': {
    summary: 'Cancels a run that is scheduled, in progress or delayed.',
    access: 'user',
    effect: 'write',
    response: z.object({ isSuccess: z.boolean(), errorMessage: z.string().optional() }),
    alsoMethods: ['POST'],
    source: 'API-50',
  },
  'GET /api/workflows/step-instances': {
    summary:
      'The steps of a run in the order in which they began. Of a run whose steps are no longer kept the page is empty and notice says why.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({
      workflowInstanceId: idField,
      /** One turn of a loop (`each[3]/`), or `/` for the outermost level: what ran there, without the insides of its loops. */
      within: z.string().max(4_000).optional(),
      name: searchField(),
      status: z.enum(runStatuses).optional(),
      ...pageFields(20),
    }),
    response: z.object({
      stepInstances: z.array(stepInstanceSummarySchema),
      totalCount: z.number(),
      /** Of the loops on the level that was asked for, by their path. */
      loops: z.record(z.string(), turnsSchema).optional(),
      /** The reason for missing data (code `step-data-removed`); null: nothing is missing. */
      notice: z.object({ code: z.string(), message: z.string() }).nullable(),
    }),
    source: 'API-52',
  },
  'GET /api/workflows/step-instances/{id}': {
    summary:
      'One step of a run with what went in and came out, of an earlier attempt where one is named; 410 step-data-removed where that is no longer kept.',
    access: 'user',
    effect: 'read',
    query: ofRun.extend({ attempt: z.coerce.number<number | string>().int().min(1).optional() }),
    response: z.object({ stepInstance: stepInstanceSchema }),
    source: 'API-54',
  },
  'GET /api/workflows/step-instances/{id}/context': {
    summary: 'What a step could see when it ran; 410 step-data-removed where that is no longer kept.',
    access: 'user',
    effect: 'read',
    query: ofRun,
    response: z.object({
      workflowStepContext: z.object({
        steps: z.record(z.string(), z.unknown()),
        data: z.record(z.string(), z.unknown()),
        consts: z.record(z.string(), z.unknown()),
      }),
    }),
    source: 'API-55',
  },
});
