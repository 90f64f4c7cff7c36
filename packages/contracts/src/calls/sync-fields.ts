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

/** Names are null where what they name was deleted for good. */
const flowSideSchema = z.object({
  connectorTypeId: z.string(),
  connectorTypeName: z.string().nullable(),
  connectorId: z.string(),
  connectorName: z.string().nullable(),
  entity: z.string(),
  /** What people call it: the title in the system's document, or the name where that is gone. */
  entityTitle: z.string(),
});

/** One source entity to one target entity, of one workflow, with how far it has come. */
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
  /** Why the last sync ended early; null: it did not. */
  error: z.string().nullable(),
  isPaused: z.boolean(),
  startedAt: z.string().nullable(),
  /** When the last whole sync was over. */
  syncedAt: z.string().nullable(),
  /** By the workflow's schedule; null: it has none, or is not active. */
  nextSyncAt: z.string().nullable(),
  /** Since the last whole sync; null: there was none. */
  lagSeconds: z.number().nullable(),
  /** The run of the sync under way. */
  workflowInstanceId: z.string().nullable(),
  /** Of the sync under way, else of the last one; `read` is the sum of the others. */
  counts: z.object({
    read: z.number(),
    created: z.number(),
    updated: z.number(),
    unchanged: z.number(),
    skipped: z.number(),
    waiting: z.number().optional(),
    failed: z.number(),
  }),
  /** All items of the flow by their status. */
  items: countsByStatus,
});

/** A workflow that has no flow yet: the first sync makes it. */
export const neverSyncedWorkflowSchema = z.object({
  workflowId: z.string(),
  workflowName: z.string(),
  isWorkflowActive: z.boolean(),
  /** Null: its Sync step needs no settings. */
  integrationType: z.string().nullable(),
});

/** One record of the source, and what became of it (spec INT-13). */
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
  /** Why it failed, waits or was left out; with Success: the changes in the target that were replaced. */
  error: z.string().nullable(),
  /** When it was last written to the target. */
  writtenAt: z.string().nullable(),
  /** When it is tried again by itself. */
  nextAttemptAt: z.string().nullable(),
  /** The run that wrote the item last; null: an earlier release did. Runs are kept for a shorter time than items. */
  workflowInstanceId: z.string().nullable().optional(),
});

/** What a target refused; secrets are redacted, and parts of more than 20,000 characters cut. */
const refusalSchema = z.object({
  /** Absent: nothing was sent. `status` is null if no response came. */
  call: z
    .object({ method: z.string(), url: z.string(), body: z.unknown(), status: z.number().nullable(), response: z.unknown() })
    .optional(),
  /** By the names of the target's fields: what would have been written, where no call had it. */
  fields: z.unknown().optional(),
});

/** One item with both sides: the record as it was last read, and what was last written of it. */
export const syncItemDetailsSchema = syncItemSchema.extend({
  sourceRecord: z.unknown(),
  written: z.unknown(),
  /** Null: the last attempt was not refused. */
  refusal: refusalSchema.nullable().optional(),
});

/** `counts` are of the whole flow, narrowed by the search alone. */
export const syncItemPageSchema = z.object({ items: z.array(syncItemSchema), totalCount: z.number(), counts: countsByStatus });

/** What a sync would do with the first records of one flow. */
export const previewFlowSchema = z.object({
  sourceEntity: z.string(),
  targetEntity: z.string(),
  /** What people call the records; the entities' names where the systems could not be read. */
  sourceTitle: z.string(),
  targetTitle: z.string(),
  records: z.array(
    z.object({
      sourceItemId: z.string(),
      name: z.string(),
      change: z.enum(['new', 'changed', 'unchanged', 'waits', 'error', 'skipped']),
      /** Why it waits, is left out or cannot be written, or what could not be looked up; null: nothing to say. */
      message: z.string().nullable(),
      /** The record as the source gave it. */
      source: z.unknown(),
      fields: z.array(
        z.object({
          toParameterPath: z.string(),
          title: z.string(),
          value: z.unknown(),
          /** What the target has there now; absent: it is not known. */
          before: z.unknown().optional(),
        }),
      ),
      /** Keys by which the record was looked for in the target, in their order, with the records that each found; absent: it was not looked for. */
      keys: z.array(z.object({ title: z.string(), key: z.string(), targetItemIds: z.array(z.string()) })).optional(),
    }),
  ),
  /** Fields that the target requires and no mapping fills. */
  missingRequired: z.array(z.object({ toParameterPath: z.string(), title: z.string() })),
  /** What should be known of the mappings: fields that the source no longer has. */
  notes: z.array(z.string()),
  /** The source has no more records than these. */
  isWhole: z.boolean(),
  /** Why the flow could not be previewed, in the system's words; null: it was. */
  error: z.string().nullable(),
});
