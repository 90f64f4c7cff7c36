import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import type { AuthorizationType, SealedFields } from './connector-types.ts';
import { users } from './users.ts';

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
    clientId: text('client_id'),
    realmId: text('realm_id'),
    useSandbox: boolean('use_sandbox').notNull().default(false),
    customOptions: jsonb('custom_options').$type<Record<string, unknown>>().notNull().default({}),
    additionalData: jsonb('additional_data').$type<Record<string, unknown>>().notNull().default({}),
    authorizationType: text('authorization_type').$type<AuthorizationType>(),
    /** When the other side last gave tokens; null: it has not, or needs to again. */
    connectedAt: instant('connected_at'),
    /** What a person has to know to bring it back, such as a refused refresh token; null: nothing is wrong. */
    connectionProblem: text('connection_problem'),
    /** When a test last worked; null: never, or what it was tested with has changed since. */
    testedAt: instant('tested_at'),
    /** Its calls go to the simulated system of a local Portage, never to the real one. */
    isSimulated: boolean('is_simulated').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    lastUpdatedAt: instant('last_updated_at').notNull(),
    isDeleted: boolean('is_deleted').notNull().default(false),
    deletedAt: instant('deleted_at'),
  },
  (table) => [index('connectors_owner').on(table.userId, table.createdAt, table.id).where(sql`not ${table.isDeleted}`)],
);

export type ConnectorRow = typeof connectors.$inferSelect;
export type NewConnectorRow = typeof connectors.$inferInsert;

/** What a person entered that nobody is shown again, each field sealed on its own (SecretBox). */
export const connectorSecrets = pgTable('connector_secrets', {
  connectorId: uuid('connector_id')
    .primaryKey()
    .references(() => connectors.id),
  sealed: jsonb('sealed').$type<SealedFields>().notNull(),
});
