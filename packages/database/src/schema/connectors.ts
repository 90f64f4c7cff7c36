import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { users } from './users.ts';

/** Spec CTYPE-05. */
export type AuthorizationType = 'OAuth1' | 'OAuth' | 'ApiKey' | 'Basic';

/** What lists show of a connector (spec CONN-18). Its secrets are never a column here. */
export const connectors = pgTable(
  'connectors',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    connectorTypeId: text('connector_type_id').notNull(),
    name: text('name').notNull(),
    description: text('description'),
    slug: text('slug'),
    username: text('username'),
    useSandbox: boolean('use_sandbox').notNull().default(false),
    customOptions: jsonb('custom_options').$type<Record<string, unknown>>().notNull().default({}),
    additionalData: jsonb('additional_data').$type<Record<string, unknown>>().notNull().default({}),
    authorizationType: text('authorization_type').$type<AuthorizationType>(),
    createdAt: instant('created_at').notNull(),
    lastUpdatedAt: instant('last_updated_at').notNull(),
    isDeleted: boolean('is_deleted').notNull().default(false),
    deletedAt: instant('deleted_at'),
  },
  (table) => [index('connectors_owner').on(table.userId, table.createdAt, table.id).where(sql`not ${table.isDeleted}`)],
);

export type ConnectorRow = typeof connectors.$inferSelect;
