import { index, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { instant, ownerId } from './columns.ts';

/** Values by which people find runs, written with a run's summary. Like the run index it has no foreign keys. */
export const runTags = pgTable(
  'run_tags',
  {
    runId: text('run_id').notNull(),
    name: text('name').notNull(),
    value: text('value').notNull(),
    position: smallint('position').notNull(),
    ownerUserId: ownerId('owner_user_id').notNull(),
    /** The run's. Tags are deleted when the data of steps would be. */
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.name] }),
    index('run_tags_owner_value').on(table.ownerUserId, table.value.op('text_pattern_ops')),
    // For everyone's runs.
    index('run_tags_value').on(table.value.op('text_pattern_ops')),
    index('run_tags_created').on(table.createdAt),
  ],
);
