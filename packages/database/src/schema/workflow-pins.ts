import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Results that test runs use instead of a step's own. Separate from the versions, so that no copy, template or export contains them. */
export const workflowPins = pgTable(
  'workflow_pins',
  {
    workflowId: uuid('workflow_id').notNull(),
    /** The step's id, which survives renaming it. */
    clientId: text('client_id').notNull(),
    /** Not json: a pin comes back exactly as written. */
    valuesJson: text('values_json').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workflowId, table.clientId] })],
);
