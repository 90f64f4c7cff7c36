import type { IdentifyingValue, RunCause, RunStatus, RunWaiting } from '@portage/contracts';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant, ownerId, wordVector } from './columns.ts';

/**
 * The run index: one row per run, written in batches from the outbox of its run shard (spec ENG-06). The shard is the truth; lists, filters
 * and statistics read this table. It has no foreign keys: a summary must never be refused, nor lock its workflow.
 */
export const workflowInstances = pgTable(
  'workflow_instances',
  {
    id: text('id').primaryKey(),
    ownerUserId: ownerId('owner_user_id').notNull(),
    workflowId: uuid('workflow_id').notNull(),
    workflowVersionId: uuid('workflow_version_id').notNull(),
    name: text('name').notNull(),
    status: text('status').$type<RunStatus>().notNull(),
    createdAt: instant('created_at').notNull(),
    lastUpdatedAt: instant('last_updated_at').notNull(),
    continueAt: instant('continue_at'),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    errorMessage: text('error_message'),
    isTest: boolean('is_test').notNull().default(false),
    stepCount: integer('step_count').notNull().default(0),
    /** How long the run was failed before it was continued, in milliseconds. */
    stoodFailedMs: bigint('stood_failed_ms', { mode: 'number' }).notNull().default(0),
    /** Steps that failed although the run continued. */
    failedSteps: integer('failed_steps').notNull().default(0),
    /** Grows with every summary of this run; a smaller one never overwrites a larger one. */
    revision: integer('revision').notNull().default(0),
    startedBy: text('started_by').$type<RunCause>(),
    /** Where a failed run stopped, unless that step is hidden from customers. */
    failedStep: text('failed_step'),
    parentRunId: text('parent_run_id'),
    /** What the run waits for, besides an instant. */
    waiting: jsonb('waiting').$type<RunWaiting>(),
    /** The words of its trigger, tags and response, as `run-content.ts` writes them. Null: none, or past retention. */
    content: wordVector('content'),
    /** What its payload says it is about. Emptied with `content`. */
    identity: jsonb('identity').$type<IdentifyingValue>(),
  },
  (table) => [
    index('workflow_instances_owner_created').on(table.ownerUserId, table.createdAt, table.id),
    index('workflow_instances_workflow_created').on(table.workflowId, table.createdAt, table.id),
    index('workflow_instances_owner_status_created').on(table.ownerUserId, table.status, table.createdAt, table.id),
    index('workflow_instances_status_created').on(table.status, table.createdAt, table.id),
    index('workflow_instances_created').on(table.createdAt, table.id),
    // Counts the failures of the last minutes; runs that succeed aren't in it.
    index('workflow_instances_failed')
      .on(table.workflowId, table.finishedAt)
      .where(sql`${table.status} = 'Failed' and not ${table.isTest}`),
    index('workflow_instances_parent').on(table.parentRunId, table.createdAt, table.id).where(sql`${table.parentRunId} is not null`),
    index('workflow_instances_waiting').on(table.ownerUserId, table.continueAt).where(sql`${table.waiting} is not null`),
    index('workflow_instances_content').using('gin', table.content),
    // What is still to be emptied, oldest first.
    index('workflow_instances_content_age')
      .on(table.lastUpdatedAt)
      .where(sql`${table.content} is not null and ${table.status} in ('Succeeded', 'Failed', 'Cancelled')`),
    // Always few, however many runs there were: the sweep reads them and the metrics count them.
    index('workflow_instances_open').on(table.lastUpdatedAt).where(sql`${table.status} in ('Scheduled', 'InProgress', 'Delayed')`),
  ],
);

export type WorkflowInstanceRow = typeof workflowInstances.$inferSelect;
export type NewWorkflowInstanceRow = typeof workflowInstances.$inferInsert;
