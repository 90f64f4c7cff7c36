import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Results that test runs use instead of a step's own. Beside the versions, so that no copy, template or export takes them along. */
export const workflowPins = pgTable(
  'workflow_pins',
  {
    workflowId: uuid('workflow_id').notNull(),
    /** Of the step: it outlives a new name. */
    clientId: text('client_id').notNull(),
    /** Not json: a pin comes back as it was written. */
    valuesJson: text('values_json').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workflowId, table.clientId] })],
);
