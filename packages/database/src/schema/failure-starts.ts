import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant, ownerId } from './columns.ts';

/** Failed runs whose workflow starts another one on failure (outbox): one row per run, written in the statement that records its end. */
export const failureStarts = pgTable(
  'failure_starts',
  {
    runId: text('run_id').primaryKey(),
    ownerUserId: ownerId('owner_user_id').notNull(),
    workflowId: uuid('workflow_id').notNull(),
    handlerWorkflowId: uuid('handler_workflow_id').notNull(),
    /** The failed run's depth: how many failures led to it. */
    depth: integer('depth').notNull(),
    createdAt: instant('created_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** A worker holds it until then; after that, another one may try it. */
    nextAttemptAt: instant('next_attempt_at'),
    startedRunId: text('started_run_id'),
    /** It is no longer started; `error` says why. */
    droppedAt: instant('dropped_at'),
    error: text('error'),
  },
  (table) => [
    index('failure_starts_waiting').on(table.nextAttemptAt).where(sql`${table.startedRunId} is null and ${table.droppedAt} is null`),
    index('failure_starts_created').on(table.createdAt),
  ],
);

export type FailureStartRow = typeof failureStarts.$inferSelect;
