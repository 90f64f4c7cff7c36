import type { VariableType } from '@portage/workflow';
import { sql } from 'drizzle-orm';
import { boolean, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant, ownerId } from './columns.ts';
import { users } from './users.ts';

/** Values that all of a person's workflows read as `$Vars.name`. */
export const variables = pgTable(
  'variables',
  {
    id: uuid('id').primaryKey(),
    ownerUserId: ownerId('owner_user_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    type: text('type').$type<VariableType>().notNull(),
    isSecret: boolean('is_secret').notNull(),
    /** The value as JSON; a secret's is sealed. */
    value: text('value').notNull(),
    description: text('description'),
    createdAt: instant('created_at').notNull(),
    lastUpdatedAt: instant('last_updated_at').notNull(),
  },
  (table) => [uniqueIndex('variables_name_unique').on(table.ownerUserId, sql`lower(${table.name})`)],
);

export type VariableRow = typeof variables.$inferSelect;
