import { type SyncItemStatus, syncItemStatuses } from '@portage/workflow';
import { z } from 'zod';
import { directionSchema } from './integration-fields.ts';

export const itemStatusSchema = z.enum(syncItemStatuses);

const countsByStatus = z.object({
  InProgress: z.number(),
  Success: z.number(),
  Error: z.number(),
  Skipped: z.number(),
} satisfies Record<SyncItemStatus, z.ZodNumber>);

/** Names are null if what they name was deleted for good. */
const flowSideSchema = z.object({
  connectorTypeId: z.string(),
  connectorTypeName: z.string().nullable(),
  connectorId: z.string(),
  connectorName: z.string().nullable(),
  entity: z.string(),
  /** What people call it: the title in the system's document, or the name if that is gone. */
  entityTitle: z.string(),
});

/** One source entity to one target entity, in one workflow, with its progress. */
export const syncFlowSchema = z.object({
  id: z.string(),
  workflowId: z.string(),
  workflowName: z.string(),
  integrationType: z.string().nullable(),
  dashboardEntity: z.string().nullable(),
  direction: directionSchema,
  source: flowSideSchema,
  target: flowSideSchema,
  state: z.enum(['Running', 'Paused', 'Idle', 'Failed']),
  /** Why the last sync ended early; null: it didn't. */
  error: z.string().nullable(),
  isPaused: z.boolean(),
  startedAt: z.string().nullable(),
  /** When the last whole sync ended. */
  syncedAt: z.string().nullable(),
  /** According to the workflow's schedule; null: it has none, or is inactive. */
  nextSyncAt: z.string().nullable(),
  /** Since the last whole sync; null: there was none. */
  lagSeconds: z.number().nullable(),
  /** The run of the sync in progress. */
  workflowInstanceId: z.string().nullable(),
  /** Counts of the sync in progress, otherwise of the last one; `read` is the sum of the others. */
  counts: z.object({
    read: z.number(),
    created: z.number(),
    updated: z.number(),
    unchanged: z.number(),
    skipped: z.number(),
    waiting: z.number().optional(),
    failed: z.number(),
  }),
  items: countsByStatus,
});

/** A workflow without a flow yet: the first sync creates it. */
export const neverSyncedWorkflowSchema = z.object({
  workflowId: z.string(),
  workflowName: z.string(),
  isWorkflowActive: z.boolean(),
  /** Null: its Sync step needs no settings. */
  integrationType: z.string().nullable(),
});

/** One record of the source, and the result of its sync (spec INT-13). */
const syncItemSchema = z.object({
  sourceConnectorTypeId: z.string(),
  targetConnectorTypeId: z.string(),
  sourceItemId: z.string(),
  targetItemId: z.string().nullable(),
  name: z.string(),
  description: z.string().nullable(),
  createdAt: z.string(),
  lastUpdatedAt: z.string(),
  status: itemStatusSchema,
  /** Why it failed, waits or was skipped; with Success: the changes in the target that were overwritten. */
  error: z.string().nullable(),
  writtenAt: z.string().nullable(),
  nextAttemptAt: z.string().nullable(),
  /** The run that last wrote the item; null: an earlier release did. Runs are stored for a shorter time than items. */
  workflowInstanceId: z.string().nullable().optional(),
});

/** What a target refused; secrets are redacted, and parts of more than 20,000 characters truncated. */
const refusalSchema = z.object({
  /** Absent: nothing was sent. `status` is null if no response arrived. */
  call: z
    .object({ method: z.string(), url: z.string(), body: z.unknown(), status: z.number().nullable(), response: z.unknown() })
    .optional(),
  /** By the names of the target's fields: what would have been written, if no call contained it. */
  fields: z.unknown().optional(),
});

/** One item with both sides: the record as last read, and what was last written of it. */
export const syncItemDetailsSchema = syncItemSchema.extend({
  sourceRecord: z.unknown(),
  written: z.unknown(),
  /** Null: the last attempt wasn't refused. */
  refusal: refusalSchema.nullable().optional(),
});

/** `counts` are for the whole flow, narrowed only by the search. */
export const syncItemPageSchema = z.object({ items: z.array(syncItemSchema), totalCount: z.number(), counts: countsByStatus });

/** What a sync would do with the first records of one flow. */
export const previewFlowSchema = z.object({
  sourceEntity: z.string(),
  targetEntity: z.string(),
  /** What people call the records; the entities' names if the systems couldn't be read. */
  sourceTitle: z.string(),
  targetTitle: z.string(),
  records: z.array(
    z.object({
      sourceItemId: z.string(),
      name: z.string(),
      change: z.enum(['new', 'changed', 'unchanged', 'waits', 'error', 'skipped']),
      /** Why it waits, is skipped or can't be written, or what couldn't be looked up; null: nothing to report. */
      message: z.string().nullable(),
      /** The record as the source returned it. */
      source: z.unknown(),
      fields: z.array(
        z.object({
          toParameterPath: z.string(),
          title: z.string(),
          value: z.unknown(),
          /** The name of the record or choice that the value is the id of. */
          valueName: z.string().optional(),
          /** The record's current state in the target; absent: unknown. */
          before: z.unknown().optional(),
        }),
      ),
      /** Keys by which the record was searched for in the target, in order, with the records that each found; absent: no search. */
      keys: z.array(z.object({ title: z.string(), key: z.string(), targetItemIds: z.array(z.string()) })).optional(),
    }),
  ),
  /** Fields that the target requires and no mapping fills. */
  missingRequired: z.array(z.object({ toParameterPath: z.string(), title: z.string() })),
  /** Notes about the mappings: fields that the source no longer has. */
  notes: z.array(z.string()),
  /** The source has no more records than these. */
  isWhole: z.boolean(),
  /** Why the flow couldn't be previewed, in the system's words; null: it could. */
  error: z.string().nullable(),
});
