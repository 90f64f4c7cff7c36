import type { LoggingMode, TriggerType, WorkflowStep } from '@portage/workflow';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, json, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant, ownerId } from './columns.ts';
import { users } from './users.ts';
import { workflowFolders } from './workflow-folders.ts';

export interface WorkflowEditorState {
  offset: { x: number; y: number };
  zoom: number;
}

/** Spec WFL-37. The steps are stored in versions; `lastRunAt` is read from the run index, so that a run writes no workflow row. */
export const workflows = pgTable(
  'workflows',
  {
    id: uuid('id').primaryKey(),
    ownerUserId: ownerId('owner_user_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull().default('Untitled workflow'),
    description: text('description'),
    createdAt: instant('created_at').notNull(),
    lastUpdatedAt: instant('last_updated_at').notNull(),
    isDeleted: boolean('is_deleted').notNull().default(false),
    deletedAt: instant('deleted_at'),
    /** It was active when it was deleted, so a restored one becomes active again. */
    wasActive: boolean('was_active').notNull().default(false),
    isActive: boolean('is_active').notNull().default(false),
    isDashboard: boolean('is_dashboard').notNull().default(false),
    dashboardId: text('dashboard_id'),
    loggingMode: text('logging_mode').$type<LoggingMode>().notNull().default('LogAllData'),
    /** The last part of the webhook address: unguessable, made once, never changed. */
    triggerCode: text('trigger_code').notNull(),
    /** From the current version's trigger step; null if it has none. */
    triggerType: text('trigger_type').$type<TriggerType>(),
    /** The version that the editor shows and the next activation publishes. */
    currentVersionId: uuid('current_version_id').notNull(),
    /** The version that runs start from while the workflow is active; null if it never was. */
    publishedVersionId: uuid('published_version_id'),
    /** The draft of changes to an active workflow's published version; it starts no runs until it is published. */
    draftVersionId: uuid('draft_version_id'),
    /** The position of the editor's canvas (spec API-42). */
    editorState: jsonb('editor_state').$type<WorkflowEditorState>(),
    /** Until this instant, webhook calls start test runs of the current version (spec HOOK-04). */
    testUntil: instant('test_until'),
    /** Anyone with the link that ends in this code may import a copy (spec API-38); null: not shared. */
    shareCode: text('share_code'),
    /** The version that the link gives: the current one when the link was requested. */
    sharedVersionId: uuid('shared_version_id'),
    /** The workflow that is started when a run of this one fails; it gets the details of the failure. */
    onFailureWorkflowId: uuid('on_failure_workflow_id'),
    /** A deleted folder counts as none. */
    folderId: uuid('folder_id').references(() => workflowFolders.id, { onDelete: 'set null' }),
  },
  (table) => [
    uniqueIndex('workflows_trigger_code_unique').on(table.triggerCode),
    index('workflows_owner').on(table.ownerUserId, table.createdAt, table.id).where(sql`not ${table.isDeleted}`),
    index('workflows_folder').on(table.folderId, table.createdAt, table.id).where(sql`${table.folderId} is not null`),
    index('workflows_created').on(table.createdAt, table.id).where(sql`not ${table.isDeleted}`),
    // For the sweep of schedules, including deleted ones.
    index('workflows_schedule_changed').on(table.lastUpdatedAt).where(sql`${table.triggerType} = 'Scheduled'`),
    // For the sweep of event listeners, including deleted ones.
    index('workflows_event_changed').on(table.lastUpdatedAt).where(sql`${table.triggerType} = 'ConnectorEvent'`),
    index('workflows_name_search').using('gin', sql`lower(${table.name}) gin_trgm_ops`),
  ],
);

/** Never changed once written: a run pins one, and isolates cache them forever. */
export const workflowVersions = pgTable(
  'workflow_versions',
  {
    id: uuid('id').primaryKey(),
    workflowId: uuid('workflow_id').notNull(),
    ownerUserId: ownerId('owner_user_id').notNull(),
    /** 1, 2, 3 … within one workflow. */
    number: integer('number').notNull(),
    name: text('name').notNull(),
    loggingMode: text('logging_mode').$type<LoggingMode>().notNull(),
    /** Not jsonb: that would reorder the keys of a step's headers and refuse texts with \u0000. */
    steps: json('steps').$type<WorkflowStep[]>().notNull(),
    createdAt: instant('created_at').notNull(),
    createdByUserId: uuid('created_by_user_id').notNull(),
    /** The editor session that saved it, and the number of that save in the session. */
    editorSessionId: text('editor_session_id'),
    editorSaveNumber: integer('editor_save_number'),
    /** The editor that autosaved it; null once it was saved by hand, run, activated or shared: then it stays in the history. */
    autosaveSessionId: text('autosave_session_id'),
    /** When the series of autosaves that ends with this one began. */
    autosaveBeganAt: instant('autosave_began_at'),
    /** A draft's: the published version that it began from; null: no draft. */
    draftOfVersionId: uuid('draft_of_version_id'),
    /** 1, 2, 3 … in the order in which versions of one workflow were first published; null: never. */
    publishedNumber: integer('published_number'),
    publishedAt: instant('published_at'),
    /** The name and note that people give the version; the only columns that change later. */
    label: text('label'),
    note: text('note'),
    /** When a later autosave, or the version published from a draft, replaced it in the history; runs that pinned it still find it. */
    supersededAt: instant('superseded_at'),
  },
  (table) => [
    uniqueIndex('workflow_versions_number_unique').on(table.workflowId, table.number),
    index('workflow_versions_superseded').on(table.supersededAt).where(sql`${table.supersededAt} is not null`),
  ],
);

/** `$Data` of the scope Workflow (spec STEP, DataStorage). The owner is checked where the workflow is resolved. */
export const workflowData = pgTable(
  'workflow_data',
  {
    workflowId: uuid('workflow_id').notNull(),
    key: text('key').notNull(),
    /** Not jsonb, so that a value comes back exactly as stored. */
    value: json('value').$type<unknown>(),
    updatedAt: instant('updated_at').notNull(),
    expiresAt: instant('expires_at'),
    /** Idempotency keys of the last writes, so that one repeated after a crash isn't made twice. */
    recentWrites: text('recent_writes').array().notNull().default(sql`'{}'::text[]`),
  },
  (table) => [
    primaryKey({ columns: [table.workflowId, table.key] }),
    index('workflow_data_expires').on(table.expiresAt).where(sql`${table.expiresAt} is not null`),
  ],
);

export type WorkflowRow = typeof workflows.$inferSelect;
export type WorkflowVersionRow = typeof workflowVersions.$inferSelect;
