import { loggingModes, scheduleSchema, triggerTypes, workflowStepsSchema } from '@portage/workflow';
import { z } from 'zod';
import { defineCalls } from '../http/define-calls.ts';
import { changeResultSchema, warningSchema } from './call-results.ts';
import { pageFields, searchField, sortField, storableText, switchField } from './query-fields.ts';
import {
  dataRunFields,
  editorStateSchema,
  ofDraftField,
  workflowOverviewSchema,
  workflowSchema,
  workflowSummarySchema,
  workflowVersionSchema,
} from './workflow-fields.ts';
import { RESTORABLE_HOURS } from './workflow-folders.ts';

/** A problem or a warning about one step. */
const stepFindingSchema = z.object({ stepId: z.string(), field: z.string(), message: z.string() });

const nameField = storableText(200).trim().min(1);
const idField = storableText(200).min(1);

const writtenFields = {
  description: storableText(2_000).nullable().optional(),
  loggingMode: z.enum(loggingModes).optional(),
  /** Sent along by the editor (spec API-42); only the activate and deactivate calls change it. */
  isActive: z.boolean().optional(),
  steps: workflowStepsSchema.optional(),
  state: editorStateSchema.nullable().optional(),
};

const runBody = z.strictObject({ payload: z.unknown().optional() }).optional();
const testRunBody = z
  .strictObject({
    payload: z.unknown().optional(),
    /** Id of the last step that the test runs. */
    upToStepId: idField.optional(),
    ofDraft: ofDraftField,
    /** Id of the first step that the test runs: earlier steps aren't executed. */
    fromStepId: idField.optional(),
    /** The run whose trigger and results replace steps that aren't executed; absent: with fromStepId, the workflow’s newest run. */
    ...dataRunFields,
  })
  .optional();
const runResponse = z.object({ workflowInstanceId: z.string() });
/** Each costs a version of a workflow and ten runs. */
const MOST_OVERVIEWS = 20;
const PREVIEWED_FIRES = { most: 20, default: 5 };

/** `testUntil`: until when webhook calls start test runs; null: they don't. */
const testingResponse = changeResultSchema.extend({ testUntil: z.string().nullable() });

const savedResponse = z.object({ workflow: workflowSchema, warnings: z.array(warningSchema) });

export const workflowCalls = defineCalls({
  'GET /api/workflows': {
    summary: `Lists the caller’s workflows, newest first or sorted; an admin with isAdmin=true sees everyone’s, newest first. A folderId of “none” means workflows in no folder. withOverview=true adds what starts each workflow and its last runs, on pages of up to ${MOST_OVERVIEWS}.`,
    access: 'user',
    effect: 'read',
    query: z
      .strictObject({
        name: searchField(),
        activeOnly: switchField(),
        userEmail: searchField(),
        folderId: searchField(),
        sort: sortField(['name', 'lastRunAt', 'isActive']),
        withOverview: switchField(),
        isAdmin: switchField(),
        ...pageFields(),
      })
      .refine(({ isAdmin, ...own }) => !isAdmin || !(own.folderId || own.sort || own.withOverview), {
        error: 'Folders, sorting and overviews are for your own workflows. Leave them out with isAdmin.',
        path: ['isAdmin'],
      })
      .refine(({ withOverview, pageSize }) => !withOverview || pageSize <= MOST_OVERVIEWS, {
        error: `A page with overviews has at most ${MOST_OVERVIEWS} workflows.`,
        path: ['pageSize'],
      }),
    response: z.object({
      workflows: z.array(workflowSummarySchema.extend({ overview: workflowOverviewSchema.optional() })),
      totalCount: z.number(),
    }),
  },
  'POST /api/workflows': {
    summary:
      'Creates an inactive workflow; without steps, it gets one trigger of the given triggerType, named “start”. With copyOfWorkflowId or templateId, the stored steps are copied, including hidden ones; connectorIds then names a connector for each connector type of the template.',
    access: 'user',
    effect: 'write',
    body: z.strictObject({
      name: nameField.optional(),
      triggerType: z.enum(triggerTypes).optional(),
      /** The time zone of a new Scheduled trigger's schedule: an IANA name; default UTC. */
      timeZone: scheduleSchema.shape.timeZone,
      /** A workflow of the caller. Its description and logging mode are also copied if the body has none. */
      copyOfWorkflowId: idField.optional(),
      /** An active template. */
      templateId: idField.optional(),
      /** A folder of the caller; by default a copy is made in the folder of its original. */
      folderId: idField.nullable().optional(),
      /** By the id of the connector type. */
      connectorIds: z.record(idField, idField).optional(),
      ...writtenFields,
    }),
    response: savedResponse,
  },
  'GET /api/workflows/{id}': {
    summary: 'One workflow with its steps.',
    access: 'user',
    effect: 'read',
    response: z.object({ workflow: workflowSchema }),
  },
  'PUT /api/workflows/{id}': {
    summary:
      'Saves a workflow; a change of steps, name or logging makes a new version. With versionId, the save is refused (409 version-conflict) if another save came first, unless that save has the same content or came earlier (editorSaveNumber) from the same editor (editorSessionId). In the version history, a save replaces the one before if that was an autosave of the same editor, is at most ten minutes old and has not been used. The steps of an active workflow cannot be changed (409 workflow-active). Steps that are hidden from the caller are kept; 403 hidden-steps for a change that would delete a step that contains them, and for a customer who hides a step.',
    access: 'user',
    effect: 'write',
    body: z.strictObject({
      name: nameField.optional(),
      versionId: z.string().max(200).optional(),
      editorSessionId: storableText(100).min(1).optional(),
      /** Counts the saves of one editor session, so that a save whose response was lost doesn't conflict with the next one. */
      editorSaveNumber: z.number().int().min(1).max(1_000_000_000).optional(),
      isAutosave: z.boolean().optional(),
      ...writtenFields,
    }),
    response: savedResponse,
  },
  'DELETE /api/workflows/{id}': {
    summary: 'Deletes a workflow; its webhook address stops working at once, and runs that have begun continue.',
    access: 'user',
    effect: 'write',
    response: changeResultSchema,
  },
  'POST /api/workflows/{id}/restore': {
    summary: `Undoes the deletion of a workflow, for ${RESTORABLE_HOURS} hours. A workflow that was active is active again, with its address, schedule and event; if that is not possible, a warning says so.`,
    access: 'user',
    effect: 'write',
    response: changeResultSchema,
  },
  'POST /api/workflows/{id}/run': {
    summary:
      'Runs the published version of an active workflow (409 workflow-inactive otherwise), with an optional payload for the trigger.',
    access: 'user',
    effect: 'write',
    body: runBody,
    response: runResponse,
  },
  'POST /api/workflows/{id}/test-run': {
    summary:
      'Runs the current version, active or not, as a test: all of it, up to and including a step and the steps inside it (upToStepId), or from a step on (fromStepId), with the results of tests and of an earlier run (dataRunId) for the steps before it. Pinned outputs replace their steps. Steps that the test does not reach may be incomplete. With ofDraft, the draft is tested, if there is one.',
    access: 'user',
    effect: 'write',
    body: testRunBody,
    response: runResponse,
  },
  'POST /api/workflows/{id}/activate': {
    summary: 'Publishes the current version and starts accepting its trigger’s calls; 400 with the first problem if it is not valid.',
    access: 'user',
    effect: 'write',
    response: changeResultSchema,
  },
  'POST /api/workflows/{id}/deactivate': {
    summary: 'Stops accepting the trigger’s calls; runs that have begun continue.',
    access: 'user',
    effect: 'write',
    response: changeResultSchema,
  },
  'POST /api/workflows/{id}/start-testing': {
    summary:
      'For ten minutes, calls to an inactive workflow’s webhook address start test runs of its current version; 400 with the first problem if it is not valid. For a workflow that is active or has no webhook trigger, the response is a warning.',
    access: 'user',
    effect: 'write',
    response: testingResponse,
  },
  'POST /api/workflows/{id}/stop-testing': {
    summary: 'Calls to an inactive workflow’s webhook address are refused again; test runs that have begun continue.',
    access: 'user',
    effect: 'write',
    response: testingResponse,
  },
  'GET /api/workflows/{id}/connector-step-problems': {
    summary:
      'Problems in the current version’s steps that only the connectors’ documents reveal: missing connectors and operations, required mappings that are blank, mappings that lead nowhere. Problems prevent activation; warnings are passed on with it. With ofDraft, the problems of the draft, if there is one.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({ ofDraft: switchField() }),
    response: z.object({ versionId: z.string(), problems: z.array(stepFindingSchema), warnings: z.array(stepFindingSchema) }),
  },
  'GET /api/workflows/{id}/schedule-preview': {
    summary:
      'The next times at which the workflow’s schedule starts it; for an inactive workflow, the times if its current version were activated now (isArmed false). Without a schedule, timeZone is null. lastFires says what became of the last times: run, skipped because the run before had not ended, or refused; isCatchUp marks those made up for later.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({
      count: z.coerce.number<number | string>().int().min(1).max(PREVIEWED_FIRES.most).default(PREVIEWED_FIRES.default),
    }),
    response: z.object({
      isArmed: z.boolean(),
      timeZone: z.string().nullable(),
      fires: z.array(z.string()),
      /** The last `count` fires, newest first, with their outcomes. */
      lastFires: z.array(
        z.object({
          fireAt: z.string(),
          handledAt: z.string(),
          outcome: z.enum(['started', 'skipped', 'refused']),
          workflowInstanceId: z.string().nullable(),
          message: z.string().nullable(),
          isCatchUp: z.boolean(),
        }),
      ),
    }),
  },
  'POST /api/workflows/preview-schedule': {
    summary: 'The first times at which an unsaved schedule would start runs if it were activated now.',
    access: 'user',
    effect: 'read',
    body: z.strictObject({
      schedule: scheduleSchema,
      count: z.number().int().min(1).max(PREVIEWED_FIRES.most).default(PREVIEWED_FIRES.default),
    }),
    response: z.object({ fires: z.array(z.string()) }),
  },
  'GET /api/workflows/{id}/versions': {
    summary:
      'The latest versions, newest first: up to 100 and up to 8 MB of steps, without those that later autosaves replaced. With withDrafts=true, also the saved states of drafts.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({ withDrafts: switchField() }),
    response: z.object({ workflowVersions: z.array(workflowVersionSchema) }),
  },
  'GET /api/workflows/{id}/workflow-context-data': {
    summary: 'The unexpired values that the workflow’s runs stored with scope Workflow: up to 1,000 keys and 8 MB.',
    access: 'user',
    effect: 'read',
    response: z.object({
      contextData: z.array(z.object({ key: z.string(), value: z.unknown(), expiresAt: z.string().nullable() })),
    }),
  },
  'GET /api/workflows/generate-webhook-url/{id}': {
    summary: 'The address that starts this workflow.',
    access: 'user',
    effect: 'read',
    response: z.object({ webhookUrl: z.string() }),
  },
  'GET /api/workflows/webhook-url/{triggerCode}': {
    summary: 'The address that starts the workflow with this trigger code.',
    access: 'user',
    effect: 'read',
    params: z.strictObject({ triggerCode: storableText(200) }),
    response: z.object({ webhookUrl: z.string() }),
  },
  'GET /api/workflows/{id}/payloads': {
    summary:
      'Data to run a workflow with: the payload of its newest run as recorded, and a sample, either the trigger’s own or one made from the schema of its event. With ofDraft, the sample of the draft’s trigger.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({ ofDraft: switchField() }),
    response: z.object({
      last: z
        .object({
          runId: z.string(),
          createdAt: z.string(),
          /** A webhook call's method. */
          method: z.string().nullable(),
          payload: z.unknown(),
          /** The payload is left out: it is too long to edit. */
          isTooLong: z.boolean(),
        })
        .nullable(),
      sample: z.object({ payload: z.unknown(), source: z.enum(['Trigger', 'Schema']) }).nullable(),
    }),
  },
  'GET /api/workflows/{id}/last-instance': {
    summary: 'The newest run of a workflow, or null.',
    access: 'user',
    effect: 'read',
    response: z.object({
      workflowInstance: z.object({ id: z.string(), workflowId: z.string(), createdAt: z.string() }).nullable(),
      /** External calls start test runs now: between start-testing and the end of its time. */
      isTesting: z.boolean().optional(),
    }),
  },
});
