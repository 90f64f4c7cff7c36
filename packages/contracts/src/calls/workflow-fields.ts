import { loggingModes, triggerTypes, workflowStepsSchema } from '@portage/workflow';
import { z } from 'zod';
import { runStatuses } from '../engine/run-status.ts';
import { storableText } from './query-fields.ts';

/** The position of the editor's canvas (spec API-42). */
export const editorStateSchema = z.strictObject({
  offset: z.strictObject({ x: z.number(), y: z.number() }),
  zoom: z.number().min(0.1).max(4),
});

/** A workflow in lists: every field of spec WFL-37 except the steps. */
export const workflowSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  ownerUserId: z.string(),
  ownerUserEmail: z.string(),
  createdAt: z.string(),
  lastRunAt: z.string().nullable(),
  lastUpdatedAt: z.string(),
  isDeleted: z.boolean(),
  deletedAt: z.string().nullable(),
  isActive: z.boolean(),
  isDashboard: z.boolean(),
  dashboardId: z.string().nullable(),
  /** The version of `steps`: the draft while inactive, the published one while active. */
  versionId: z.string(),
  triggerCode: z.string(),
  /** Type of the trigger step; null while the draft has none. */
  triggerType: z.enum(triggerTypes).nullable(),
  loggingMode: z.enum(loggingModes),
  /** There are unpublished changes, or some were left when the workflow was deactivated. */
  hasDraft: z.boolean(),
  folderId: z.string().nullable(),
});

/** What starts a workflow and how its last runs fared, for the list. */
export const workflowOverviewSchema = z.object({
  /** In words: “Every Monday at 9:00, Berlin”. */
  startedBy: z.string(),
  /** Newest first, tests included. */
  lastRuns: z.array(
    z.object({
      id: z.string(),
      status: z.enum(runStatuses),
      createdAt: z.string(),
      isTest: z.boolean(),
      /** Steps that failed although the run continued. */
      failedSteps: z.number().optional(),
    }),
  ),
});

/** Spec WFL-37, with the editor's state. */
export const workflowSchema = workflowSummarySchema.extend({
  steps: workflowStepsSchema,
  /** Steps hidden from the caller were left out; the pointers lead around them (spec EDIT-78). */
  hasHiddenSteps: z.boolean(),
  state: editorStateSchema.nullable(),
  /** The number of the version of `steps`: 1, 2, 3 … in the order in which versions were first published; null: never. */
  publishedNumber: z.number().nullable(),
});

export const workflowVersionSchema = z.object({
  id: z.string(),
  /** The workflow's name at that time. */
  name: z.string(),
  loggingMode: z.enum(loggingModes),
  lastUpdatedAt: z.string(),
  steps: workflowStepsSchema,
  hasHiddenSteps: z.boolean(),
  /** Who saved it: the owner, or an admin who acted as the owner. */
  savedBy: z.enum(['owner', 'admin']),
  /** A name for people; null: an admin saved it, and the caller isn't an admin. */
  savedByName: z.string().nullable(),
  /** Saved as a draft next to an active version. */
  isDraft: z.boolean(),
  /** 1, 2, 3 … in the order in which versions were first published; null: never. */
  publishedNumber: z.number().nullable(),
  publishedAt: z.string().nullable(),
  /** The name and note that people gave this version. */
  label: z.string().nullable(),
  note: z.string().nullable(),
});

/** Whose results are samples of steps without a pin and a test. */
export const dataRunFields = {
  /** The run that a person designs with: it replaces the last run, and tests that weren't made with it don't count. */
  dataRunId: storableText(200).min(1).optional(),
  /** The last run, if it has only just started and no list has it yet. */
  lastRunId: storableText(200).min(1).optional(),
};

/** Tests the draft of an active workflow; without a draft, the current version. */
export const ofDraftField = z.boolean().optional();
