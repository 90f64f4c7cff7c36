import { boolean, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/**
 * What steps returned in tests, for the draft that is being built. Separate from the versions, so that no copy, template or export contains
 * them. A row is written when a test starts, and gets its values when somebody reads them after the test.
 */
export const draftSamples = pgTable(
  'draft_samples',
  {
    workflowId: uuid('workflow_id').notNull(),
    /** The step's id, which survives renaming it. */
    clientId: text('client_id').notNull(),
    /** The test's run. */
    workflowInstanceId: text('workflow_instance_id').notNull(),
    /** The run whose data the test was made with; null: the last one. */
    dataRunId: text('data_run_id'),
    /** Of the step as it was tested: a different one shows that the step has changed. */
    fingerprint: text('fingerprint').notNull(),
    /** Null until they are read from the run. */
    valuesJson: text('values_json'),
    isCut: boolean('is_cut').notNull().default(false),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workflowId, table.clientId, table.workflowInstanceId] })],
);
