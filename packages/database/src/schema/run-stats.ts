import { sql } from 'drizzle-orm';
import { index, integer, numeric, type PgColumnBuilderBase, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** The workflow of totals. */
export const NO_WORKFLOW = sql.raw(`'00000000-0000-0000-0000-000000000000'::uuid`);

/**
 * How the ended runs of a workflow fared, by the hour and by the day (UTC) in which they began; tests are left out. Triggers on the run
 * index keep both tables. A row without a workflow has the total of its owner. The totals of everyone are spread over sixteen owners
 * that do not exist (`everyoneIds`), so that ends of many runs do not wait for one row.
 */
export const runHours = pgTable('run_hours', columns(), (table) => [
  primaryKey({ columns: [table.ownerUserId, table.startsAt, table.workflowId] }),
  // Of everyone's workflows, and what is too old to be kept. Apart, so that totals are never looked for among workflows.
  index('run_hours_workflows').on(table.startsAt).where(sql`${table.workflowId} <> ${NO_WORKFLOW}`),
  index('run_hours_totals').on(table.startsAt, table.ownerUserId).where(sql`${table.workflowId} = ${NO_WORKFLOW}`),
]);

/** In a table of their own, so that the days of a month lie side by side. */
export const runDays = pgTable('run_days', columns(), (table) => [
  primaryKey({ columns: [table.ownerUserId, table.startsAt, table.workflowId] }),
  index('run_days_workflows').on(table.startsAt).where(sql`${table.workflowId} <> ${NO_WORKFLOW}`),
  index('run_days_totals').on(table.startsAt, table.ownerUserId).where(sql`${table.workflowId} = ${NO_WORKFLOW}`),
]);

/** How many runs of a person began in a month of UTC, tests and open runs included. A trigger on the run index keeps it. */
export const runMonths = pgTable(
  'run_months',
  { ownerUserId: uuid('owner_user_id').notNull(), startsAt: instant('starts_at').notNull(), runs: integer('runs').notNull() },
  (table) => [primaryKey({ columns: [table.ownerUserId, table.startsAt] })],
);

function columns() {
  return {
    ownerUserId: uuid('owner_user_id').notNull(),
    /** All zeros in totals. */
    workflowId: uuid('workflow_id').notNull(),
    startsAt: instant('starts_at').notNull(),
    succeeded: integer('succeeded').notNull(),
    failed: integer('failed').notNull(),
    cancelled: integer('cancelled').notNull(),
    /**
     * Of succeeded runs, a histogram in one number, so that adding numbers adds histograms: bucket b has the twelve decimal digits from
     * 10^12b on. The bucket of a run is twice the binary logarithm of its duration in ms, rounded down.
     */
    durations: numeric('durations').notNull(),
  } satisfies Record<string, PgColumnBuilderBase>;
}
