import { doublePrecision, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';

/**
 * Counters of the run engine for `GET /api/metrics`, written with the summaries of runs in the same statement. One of
 * them is spread over slots, and its value is their sum, so that shards that write at the same time rarely wait for each
 * other's row.
 */
export const metrics = pgTable(
  'metrics',
  {
    name: text('name').notNull(),
    labels: jsonb('labels').$type<Record<string, string>>().notNull(),
    slot: smallint('slot').notNull(),
    /** The count; of a histogram, the sum of what was observed. */
    value: doublePrecision('value').notNull(),
    /** Observations in each bucket, not cumulative, the last one without a bound; null for plain counters. */
    buckets: doublePrecision('buckets').array(),
  },
  (table) => [primaryKey({ columns: [table.name, table.labels, table.slot] })],
);
