import type { RunJobAction, RunJobStatus } from '@portage/contracts';
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, ownerId } from './columns.ts';

/** One action on many runs of an owner. Its counts change in the statement that records the outcome of runs. */
export const runJobs = pgTable(
  'run_jobs',
  {
    id: uuid('id').primaryKey(),
    ownerUserId: ownerId('owner_user_id').notNull(),
    /** The admin who asked for it on the owner's behalf. */
    impersonatorUserId: uuid('impersonator_user_id'),
    action: text('action').$type<RunJobAction>().notNull(),
    status: text('status').$type<RunJobStatus>().notNull(),
    totalCount: integer('total_count').notNull(),
    doneCount: integer('done_count').notNull().default(0),
    refusedCount: integer('refused_count').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
    /** Determines whose turn it is. */
    workedAt: instant('worked_at'),
    /** A worker holds it until then; if that worker stops, the next one claims it. */
    takenUntil: instant('taken_until'),
    waitsUntil: instant('waits_until'),
    message: text('message'),
  },
  (table) => [
    index('run_jobs_owner').on(table.ownerUserId, table.createdAt),
    index('run_jobs_running').on(table.workedAt).where(sql`${table.status} = 'Running'`),
  ],
);

/** A job's runs, as chosen when it began. */
export const runJobItems = pgTable(
  'run_job_items',
  {
    jobId: uuid('job_id')
      .notNull()
      .references(() => runJobs.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    runId: text('run_id').notNull(),
    /** Null: no outcome yet. */
    outcome: text('outcome').$type<'Done' | 'Refused'>(),
    message: text('message'),
    attempts: integer('attempts').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.jobId, table.position] }),
    index('run_job_items_waiting').on(table.jobId, table.position).where(sql`${table.outcome} is null`),
  ],
);

export type RunJobRow = typeof runJobs.$inferSelect;
