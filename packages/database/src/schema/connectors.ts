import type { AuthorizationType } from '@portage/contracts';
import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant, ownerId } from './columns.ts';
import type { SealedFields } from './connector-types.ts';
import { users } from './users.ts';

/** The columns of connector lists (spec CONN-18). Secrets are never a column here. */
export const connectors = pgTable(
  'connectors',
  {
    id: uuid('id').primaryKey(),
    userId: ownerId('user_id')
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
    /** When the system last issued tokens; null: never, or they must be issued again. */
    connectedAt: instant('connected_at'),
    /** The problem that a person has to solve, such as a refused refresh token; null: none. */
    connectionProblem: text('connection_problem'),
    /** Time of the last successful test; null: never, or the tested values have changed since. */
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

/** Secrets that a person entered, each field sealed separately (SecretBox). They are never shown again. */
export const connectorSecrets = pgTable('connector_secrets', {
  connectorId: uuid('connector_id')
    .primaryKey()
    .references(() => connectors.id),
  sealed: jsonb('sealed').$type<SealedFields>().notNull(),
});
