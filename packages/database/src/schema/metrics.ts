import { doublePrecision, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';

/**
 * Counters of the run engine for `GET /api/metrics`, written with the summaries of runs in the same statement. Each counter is spread over
 * slots, and its value is their sum, so that shards writing simultaneously rarely wait for each other's row.
 */
export const metrics = pgTable(
  'metrics',
  {
    name: text('name').notNull(),
    labels: jsonb('labels').$type<Record<string, string>>().notNull(),
    slot: smallint('slot').notNull(),
    /** The count; for a histogram, the sum of the observed values. */
    value: doublePrecision('value').notNull(),
    /** Observations per bucket, not cumulative, the last bucket unbounded; null for plain counters. */
    buckets: doublePrecision('buckets').array(),
  },
  (table) => [primaryKey({ columns: [table.name, table.labels, table.slot] })],
);
