import { sql } from 'drizzle-orm';
import { index, integer, numeric, type PgColumnBuilderBase, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { instant, ownerId } from './columns.ts';

/** The workflow id of totals. */
export const NO_WORKFLOW = sql.raw(`'00000000-0000-0000-0000-000000000000'::uuid`);

/**
 * How the ended runs of a workflow fared, per hour and per day (UTC) in which they began, without tests. Triggers on the run index maintain
 * both tables. A row without a workflow holds its owner's total. Everyone's totals are spread over sixteen owners that don't exist
 * (`everyoneIds`), so that many ending runs don't wait for one row.
 */
export const runHours = pgTable('run_hours', columns(), (table) => [
  primaryKey({ columns: [table.ownerUserId, table.startsAt, table.workflowId] }),
  // For everyone's workflows, and for rows too old to keep. Separate, so that totals are never searched for among workflows.
  index('run_hours_workflows').on(table.startsAt).where(sql`${table.workflowId} <> ${NO_WORKFLOW}`),
  index('run_hours_totals').on(table.startsAt, table.ownerUserId).where(sql`${table.workflowId} = ${NO_WORKFLOW}`),
]);

/** A separate table, so that the days of a month are stored next to each other. */
export const runDays = pgTable('run_days', columns(), (table) => [
  primaryKey({ columns: [table.ownerUserId, table.startsAt, table.workflowId] }),
  index('run_days_workflows').on(table.startsAt).where(sql`${table.workflowId} <> ${NO_WORKFLOW}`),
  index('run_days_totals').on(table.startsAt, table.ownerUserId).where(sql`${table.workflowId} = ${NO_WORKFLOW}`),
]);

/** How many of a person's runs began in a month of UTC, including tests and open runs. A trigger on the run index maintains it. */
export const runMonths = pgTable(
  'run_months',
  { ownerUserId: ownerId('owner_user_id').notNull(), startsAt: instant('starts_at').notNull(), runs: integer('runs').notNull() },
  (table) => [primaryKey({ columns: [table.ownerUserId, table.startsAt] })],
);

function columns() {
  return {
    ownerUserId: ownerId('owner_user_id').notNull(),
    /** All zeros in totals. */
    workflowId: uuid('workflow_id').notNull(),
    startsAt: instant('starts_at').notNull(),
    succeeded: integer('succeeded').notNull(),
    failed: integer('failed').notNull(),
    cancelled: integer('cancelled').notNull(),
    /**
     * A histogram of succeeded runs in one number, so that adding numbers adds histograms: bucket b has the twelve decimal digits from
     * 10^12b on. The bucket of a run is twice the binary logarithm of its duration in ms, rounded down.
     */
    durations: numeric('durations').notNull(),
  } satisfies Record<string, PgColumnBuilderBase>;
}
