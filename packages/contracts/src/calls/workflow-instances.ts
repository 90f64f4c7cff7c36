import { z } from 'zod';
import { rerunTypes, rerunVersions, resultSources, runCauses, runStatuses, runStatusFilters } from '../engine/run-status.ts';
import { defineCalls } from '../http/define-calls.ts';
import { instantField, MAX_PAGE_SIZE, pageFields, searchField, sortField, switchField } from './query-fields.ts';

/** Spec ENG-06, plus what a person needs to see at a glance. */
export const workflowInstanceSchema = z.object({
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
  /** In lists: a test of a draft; absent: a published version, or one no longer stored. */
  isOfDraft: z.boolean().optional(),
  stepCount: z.number(),
  /** Steps that failed although the run continued; absent: an earlier release wrote the run. */
  failedSteps: z.number().optional(),
  /** Its status is Succeeded, but steps or records of a sync failed: pages call it “Finished with errors”. Absent: none failed. */
  finishedWithErrors: z.boolean().optional(),
  /** How long the run was failed before it was continued; lists have it for such runs. */
  stoodFailedMs: z.number().optional(),
  /** For a test of part of the workflow: the first and the last step; absent in lists. */
  testedPart: z.object({ from: z.string().nullable(), upTo: z.string().nullable() }).optional(),
  /** When it was last continued after a failure; absent in lists. */
  continuedAt: z.string().nullable().optional(),
  /** What started the run; null: an earlier release started it. */
  startedBy: z.enum(runCauses).nullable().optional(),
  /** The step at which a failed run stopped. */
  failedStep: z.string().nullable().optional(),
  /** The values of the workflow’s run tags; absent: none. */
  tags: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
  /** In lists: the value in its payload by which a person recognizes it. Absent: none, or past retention. */
  identity: z.object({ path: z.string(), value: z.string() }).optional(),
  /** The run whose step started this one; absent: none. */
  parentRunId: z.string().optional(),
  /** What it waits for, besides an instant; absent: nothing. */
  waiting: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('Run'), step: z.string(), runId: z.string(), name: z.string() }),
      z.object({ kind: z.literal('Approval'), step: z.string(), approvalId: z.string(), subject: z.string() }),
    ])
    .optional(),
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
  /** The record that a sync carried; absent: this is a step. `flowId` is absent if an earlier release wrote it. */
  syncRecord: z.object({ name: z.string(), sourceItemId: z.string(), flowId: z.string().optional() }).optional(),
  /** The attempts after which the step was tried again, oldest first, and when the next one was due; absent: none. */
  retries: z.array(z.object({ startedAt: z.string(), failedAt: z.string(), errorMessage: z.string(), nextAt: z.string() })).optional(),
});

/** Data of one step of a run: its request, its response, its log (spec ENG-08). */
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
      headerLists: z.record(z.string(), z.array(z.string())).optional(),
      isBase64: z.literal(true).optional(),
      itemsPath: z.string().optional(),
      attributes: z.object({ url: z.string().optional() }).optional(),
    })
    .optional(),
  log: z.string().optional(),
  currentItem: z.unknown().optional(),
  /** The loops around the step, outermost first. `index` starts at 0; `count` is null if unknown. */
  loops: z.array(z.object({ name: z.string(), index: z.number(), count: z.number().nullable(), item: z.unknown().optional() })).optional(),
  error: z.string().optional(),
  /** The step wasn't executed: its result was pinned, or comes from the run that the test is based on. */
  source: z.enum(resultSources).optional(),
  calledRun: z.object({ id: z.string(), workflowId: z.string(), name: z.string(), waits: z.boolean() }).optional(),
  /** The request for approval to a person, open or decided. */
  approval: z
    .object({
      approvalId: z.string(),
      subject: z.string(),
      message: z.string(),
      approveLabel: z.string(),
      rejectLabel: z.string(),
      recipients: z.array(z.string()),
      askedAt: z.string(),
      expiresAt: z.string(),
    })
    .optional(),
});

const attemptSchema = z.object({
  number: z.number(),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  errorMessage: z.string().nullable(),
});

export const stepInstanceSchema = stepInstanceSummarySchema.extend({
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

const runAttemptSchema = z.object({
  number: z.number(),
  startedAt: z.string(),
  finishedAt: z.string(),
  errorMessage: z.string().nullable(),
  /** Null: the run failed between two steps, or at one that the caller doesn't see. */
  step: z.object({ id: z.string(), name: z.string() }).nullable(),
  versionId: z.string(),
  continuedAt: z.string(),
  /** Null: unknown. An admin who continued the run in its owner’s name is named next to the owner. */
  continuedBy: z.object({ email: z.string().nullable(), impersonatorEmail: z.string().nullable() }).nullable(),
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
  },
  'GET /api/workflows/find-instances': {
    summary:
      'Searches runs, newest first, or oldest first with sort=started; an admin with isAdmin=true sees everyone’s and may give a userEmail.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({
      workflowId: idField.optional(),
      /** FinishedWithErrors: succeeded runs with failed steps or refused records, as in `finishedWithErrors` of a run. */
      workflowInstanceStatus: z.enum(runStatusFilters).optional(),
      workflowStartedAtStart: instantField(),
      workflowStartedAtEnd: instantField(),
      userEmail: searchField(),
      /** Runs with a tag whose value begins with this text or equals it. */
      tagValue: searchField(),
      tagName: searchField(),
      isTagExact: switchField(),
      /** The caller's runs that carried these words in their trigger, tags or response: the last as a beginning, unless in quotation marks. */
      content: searchField(),
      withoutTests: switchField(),
      isAdmin: switchField(),
      sort: sortField(['started']),
      ...pageFields(),
    }),
    response: z.object({ workflowInstances: z.array(workflowInstanceSchema), totalCount: z.number() }),
  },
  'GET /api/workflows/instances/{id}': {
    summary: 'One run as it is now.',
    access: 'user',
    effect: 'read',
    response: z.object({ workflowInstance: workflowInstanceSchema }),
  },
  'GET /api/workflows/instances/{id}/overview': {
    summary:
      'Where the time of a run went: what ran at each place in the workflow, when, and how many times. Empty once the run’s steps have been removed.',
    access: 'user',
    effect: 'read',
    response: z.object({
      groups: z.array(groupSchema),
      focus: stepInstanceSummarySchema.nullable(),
      /** The value in its payload by which a person recognizes the run; null or absent: none. */
      identity: z.object({ path: z.string(), value: z.string() }).nullable().optional(),
    }),
  },
  'POST /api/workflows/instances/{id}/briefs': {
    summary:
      'What each step of a run returned when it last ran, in a few words, by the step’s clientId. Steps that did not run are left out.',
    access: 'user',
    effect: 'read',
    body: z.strictObject({ clientIds: z.array(z.string().min(1).max(100)).max(100) }),
    response: z.object({
      briefs: z.array(z.object({ clientId: z.string(), stepInstanceId: z.string(), status: z.enum(runStatuses), text: z.string() })),
    }),
  },
  'GET /api/workflows/instances/{id}/attempts': {
    summary: 'How a run failed before it was continued, oldest first: when, why and at which step, and who continued it.',
    access: 'user',
    effect: 'read',
    response: z.object({ attempts: z.array(runAttemptSchema) }),
  },
  'GET /api/workflows/instances/{id}/re-run': {
    summary:
      'Re-runs a run. ContinueExisting continues a failed run at its failed step, with the run’s own version or (version=Current) the repaired one. StartNew begins at the trigger with the same data and the current version, for any run that has ended.',
    access: 'user',
    effect: 'write',
    query: z.strictObject({
      type: z.enum(rerunTypes),
      /** For ContinueExisting; absent: the run's own version. */
      version: z.enum(rerunVersions).optional(),
    }),
    response: z.object({ isSuccess: z.boolean(), workflowInstanceId: z.string().optional(), errorMessage: z.string().optional() }),
    alsoMethods: ['POST'],
  },
  'GET /api/workflows/instances/{id}/cancel': {
    summary:
      'Cancels a run that is scheduled, in progress or delayed. For a run in another state, isSuccess is false and errorMessage says why; a cancelled run has no errorMessage.',
    access: 'user',
    effect: 'write',
    response: z.object({ isSuccess: z.boolean(), errorMessage: z.string().optional() }),
    alsoMethods: ['POST'],
  },
  'GET /api/workflows/step-instances': {
    summary:
      'The steps of a run in the order in which they began. If the run’s steps have been removed, the page is empty and notice says why.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({
      workflowInstanceId: idField,
      /** One iteration of a loop (`each[3]/`), or `/` for the outermost level: what ran there, without the insides of its loops. */
      within: z.string().max(4_000).optional(),
      name: searchField(),
      status: z.enum(runStatuses).optional(),
      ...pageFields(20),
    }),
    response: z.object({
      stepInstances: z.array(stepInstanceSummarySchema),
      totalCount: z.number(),
      /** The loops on the requested level, by path. */
      loops: z.record(z.string(), turnsSchema).optional(),
      /** The reason for missing data (code `step-data-removed`); null: nothing is missing. */
      notice: z.object({ code: z.string(), message: z.string() }).nullable(),
    }),
  },
  'GET /api/workflows/step-instances/{id}': {
    summary:
      'One step of a run with its input and output, or those of an earlier attempt if one is given; 410 step-data-removed once they have been removed.',
    access: 'user',
    effect: 'read',
    query: ofRun.extend({ attempt: z.coerce.number<number | string>().int().min(1).optional() }),
    response: z.object({ stepInstance: stepInstanceSchema }),
  },
  'GET /api/workflows/step-instances/{id}/context': {
    summary: 'The values that a step could read when it ran; 410 step-data-removed once they have been removed.',
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
  },
});
