import type { ConflictRule, EmptyHandling, SyncDirection, SyncItemStatus } from '@portage/workflow';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, json, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant, ownerId } from './columns.ts';

export interface StoredMapping extends EmptyHandling {
  fromParameterExpression: string;
  toParameterPath: string;
}

/** Spec INT-03, INT-04: one side of an integration. */
export interface StoredOperation {
  operationId?: string | null;
  connectorTypeId: string;
  /** Kind of record: a key of `x-entities` in the connector type's document. */
  entityType: string;
  connectorId: string;
  mappings: StoredMapping[];
  customFormData?: Record<string, unknown> | null;
  /** By dependent entity: its own mappings, and how the main record refers to it. */
  dependentMappings?: Record<string, StoredDependentMapping> | null;
}

export interface StoredDependentMapping {
  /** Absent: the entity of the same name. */
  sourceEntityType?: string | null;
  mappings: StoredMapping[];
  customFormData?: Record<string, unknown> | null;
  /** Records of earlier flows that its own records name: `entity` is their kind in the source. */
  dependencies?: (StoredMapping & { entity: string })[] | null;
  /** The expression gives the dependent record's id in the source; the path receives its id in the target. */
  link?: StoredMapping | null;
}

/** Spec INT-02: what a person set up on a workflow's Settings tab. */
export const integrations = pgTable(
  'integrations',
  {
    id: uuid('id').primaryKey(),
    ownerUserId: ownerId('owner_user_id').notNull(),
    workflowId: uuid('workflow_id').notNull(),
    integrationType: text('integration_type').notNull(),
    directionType: text('direction_type').$type<SyncDirection>().notNull(),
    lastSyncDate: instant('last_sync_date'),
    /** Not jsonb, so that it comes back exactly as stored. */
    operations: json('operations').$type<{ Source?: StoredOperation; Target?: StoredOperation }>().notNull(),
    conflictRule: text('conflict_rule').$type<ConflictRule>().notNull().default('SourceWins'),
    /** Deletions and archiving in the source are carried over. */
    carriesDeletions: boolean('carries_deletions').notNull().default(false),
    /** Paths of the target that receive the source's id. */
    targetExternalIdFields: text('target_external_id_fields').array().notNull().default(sql`'{}'::text[]`),
    createdAt: instant('created_at').notNull(),
    lastUpdatedAt: instant('last_updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('integrations_workflow_type_unique').on(table.workflowId, table.integrationType),
    index('integrations_owner').on(table.ownerUserId, table.createdAt),
  ],
);

/** Replaces the connector type as the target of a flow that brings data to a dashboard; the dashboard's id replaces the connector's. */
export const DASHBOARD_TARGET = 'dashboard';

/** One source entity to one target entity, in one workflow, with its progress. */
export const syncFlows = pgTable(
  'sync_flows',
  {
    id: uuid('id').primaryKey(),
    ownerUserId: ownerId('owner_user_id').notNull(),
    workflowId: uuid('workflow_id').notNull(),
    /** Connectors and entities: another account is another flow. */
    flowKey: text('flow_key').notNull(),
    integrationType: text('integration_type'),
    dashboardEntity: text('dashboard_entity'),
    direction: text('direction').$type<SyncDirection>().notNull(),
    sourceConnectorTypeId: text('source_connector_type_id').notNull(),
    sourceConnectorId: text('source_connector_id').notNull(),
    sourceEntity: text('source_entity').notNull(),
    targetConnectorTypeId: text('target_connector_type_id').notNull(),
    targetConnectorId: text('target_connector_id').notNull(),
    targetEntity: text('target_entity').notNull(),
    /** How far the source has been read, as text: ms since the epoch, or a number of the source's own. Null: from the start. */
    cursor: text('cursor'),
    /** Format and path of the cursor, and the path of the records' ids, in the source's document when the flow was last read to its end. */
    cursorOf: text('cursor_of'),
    sourceIdPath: text('source_id_path'),
    isPaused: boolean('is_paused').notNull().default(false),
    /** The run that syncs the flow, and the end of its claim on it. */
    runningRunId: text('running_run_id'),
    leaseUntil: instant('lease_until'),
    startedAt: instant('started_at'),
    /** When the last whole sync ended. */
    syncedAt: instant('synced_at'),
    /** Why the last sync stopped early; null: it didn't. */
    error: text('error'),
    // Counts of the sync in progress, otherwise of the last one.
    readCount: integer('read_count').notNull().default(0),
    createdCount: integer('created_count').notNull().default(0),
    updatedCount: integer('updated_count').notNull().default(0),
    unchangedCount: integer('unchanged_count').notNull().default(0),
    skippedCount: integer('skipped_count').notNull().default(0),
    waitingCount: integer('waiting_count').notNull().default(0),
    failedCount: integer('failed_count').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    lastUpdatedAt: instant('last_updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('sync_flows_key_unique').on(table.workflowId, table.flowKey),
    index('sync_flows_owner').on(table.ownerUserId, table.lastUpdatedAt),
  ],
);

/** One source record in one flow (spec INT-13). */
export const syncItems = pgTable(
  'sync_items',
  {
    flowId: uuid('flow_id')
      .notNull()
      .references(() => syncFlows.id, { onDelete: 'cascade' }),
    sourceItemId: text('source_item_id').notNull(),
    targetItemId: text('target_item_id'),
    name: text('name').notNull(),
    description: text('description'),
    status: text('status').$type<SyncItemStatus>().notNull(),
    error: text('error'),
    fingerprint: text('fingerprint'),
    /** The record as last read, and what was last written of it; not jsonb, so that both come back exactly as stored. */
    sourceRecord: json('source_record').$type<unknown>(),
    written: json('written').$type<unknown>(),
    /** The target's last refusal, while the item isn't done. */
    refusal: json('refusal').$type<SyncRefusal>(),
    /** The run that last wrote the item; null: an earlier release did. */
    runId: text('run_id'),
    /** Failures since the last success. */
    attempts: integer('attempts').notNull().default(0),
    /** Null: no automatic retry. */
    nextAttemptAt: instant('next_attempt_at'),
    writtenAt: instant('written_at'),
    /** The target's own time of the last write, if it gave one. */
    targetChangedAt: instant('target_changed_at'),
    /** The record may already be in the target: the response to its creation was lost, or another sync is creating it. */
    doubt: json('doubt').$type<SyncDoubt>(),
    /** When the source last showed the record, in flows that carry deletions; null: not since it was created. */
    heardAt: instant('heard_at'),
    createdAt: instant('created_at').notNull(),
    lastUpdatedAt: instant('last_updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.flowId, table.sourceItemId] }),
    index('sync_items_target').on(table.flowId, table.targetItemId).where(sql`${table.targetItemId} is not null`),
    index('sync_items_newest').on(table.flowId, table.lastUpdatedAt, table.sourceItemId),
    index('sync_items_status').on(table.flowId, table.status, table.lastUpdatedAt, table.sourceItemId),
    index('sync_items_due').on(table.flowId, table.nextAttemptAt).where(sql`${table.nextAttemptAt} is not null`),
    index('sync_items_search').using(
      'gin',
      sql`lower(${table.name} || ' ' || ${table.sourceItemId} || ' ' || coalesce(${table.targetItemId}, '')) gin_trgm_ops`,
    ),
  ],
);

/** What a target refused of a record; secrets are redacted and long parts cut. */
export interface SyncRefusal {
  /** Absent: nothing was sent. */
  call?: { method: string; url: string; body: unknown; status: number | null; response: unknown };
  /** By the names of the target's fields: what would have been written, if no call contained it. */
  fields?: unknown;
}

/** Since when a record may be in the target without being found there. */
export interface SyncDoubt {
  /** Ms since the epoch; null: only another sync may be creating it. */
  sinceMs: number | null;
  /** Of the creation whose response was lost; null: unknown. */
  idempotencyKey: string | null;
}

/**
 * Keys of records that a run is about to create in a target, so that neither another run nor the next page creates a second one while the
 * target's search doesn't find the first. The item stores how a claim ended.
 */
export const syncClaims = pgTable(
  'sync_claims',
  {
    /** Hash of the owner, the target's kind of record and the key; a short one, to keep its index small. */
    key: uuid('key').primaryKey(),
    /** A claim on the record itself, which another workflow may find by other keys. It is in this row because a second row would double the cost. */
    recordKey: uuid('record_key'),
    flowId: uuid('flow_id').notNull(),
    /** Hash of the source's connector and kind of record. */
    sourceKind: text('source_kind').notNull(),
    sourceItemId: text('source_item_id').notNull(),
    claimedAt: instant('claimed_at').notNull(),
  },
  (table) => [uniqueIndex('sync_claims_record').on(table.recordKey)],
);

/**
 * How many items of a flow have each status, maintained by triggers of `sync_items` (migration 0015): counting would read every item for
 * every page that shows them.
 */
export const syncItemCounts = pgTable(
  'sync_item_counts',
  {
    flowId: uuid('flow_id')
      .notNull()
      .references(() => syncFlows.id, { onDelete: 'cascade' }),
    status: text('status').$type<SyncItemStatus>().notNull(),
    items: integer('items').notNull(),
  },
  (table) => [primaryKey({ columns: [table.flowId, table.status] })],
);

export type IntegrationRow = typeof integrations.$inferSelect;
export type SyncFlowRow = typeof syncFlows.$inferSelect;
export type SyncItemRow = typeof syncItems.$inferSelect;
