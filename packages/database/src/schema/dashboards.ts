import type { DashboardType } from '@portage/contracts';
import { sql } from 'drizzle-orm';
import { type AnyPgColumn, index, json, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { users } from './users.ts';

/** What a dashboard item can be (spec DASH-15). */
export const dashboardItemKinds = [
  'Order',
  'Product',
  'Company',
  'Contact',
  'Event',
  'Registration',
  'Activity',
  'IntegrationItem',
] as const;
export type DashboardItemKind = (typeof dashboardItemKinds)[number];

/** A dashboard has an id and a type (spec DASH-13). */
export const dashboards = pgTable(
  'dashboards',
  {
    id: uuid('id').primaryKey(),
    ownerUserId: uuid('owner_user_id')
      .notNull()
      .references(() => users.id),
    dashboardType: text('dashboard_type').$type<Exclude<DashboardType, 'None'>>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  // One of a type for each person, whatever arrives at the same moment.
  (table) => [uniqueIndex('dashboards_owner_type_unique').on(table.ownerUserId, table.dashboardType)],
);

/** Lists show the newest first by this: the record's own date, otherwise when it came. */
export function madeOrCame({ madeAt, createdAt }: Record<'madeAt' | 'createdAt', AnyPgColumn>) {
  return sql`coalesce(${madeAt}, ${createdAt})`;
}

/** Spec DASH-14. An item is known by its type, its source and its id there. */
export const dashboardItems = pgTable(
  'dashboard_items',
  {
    id: uuid('id').primaryKey(),
    ownerUserId: uuid('owner_user_id').notNull(),
    dashboardId: uuid('dashboard_id')
      .notNull()
      .references(() => dashboards.id, { onDelete: 'cascade' }),
    type: text('type').$type<DashboardItemKind>().notNull(),
    source: text('source').notNull(),
    externalId: text('external_id').notNull(),
    name: text('name').notNull(),
    /** Not jsonb, so that it comes back as it was stored. */
    object: json('object').$type<Record<string, unknown>>().notNull(),
    /** Of an integration item: the kind of its record. */
    dashboardEntity: text('dashboard_entity'),
    /** When the record was made in its own system; null: it doesn't say so. */
    madeAt: instant('made_at'),
    createdAt: instant('created_at').notNull(),
    lastUpdatedAt: instant('last_updated_at').notNull(),
    /** Idempotency keys of the last writes, so that one that is repeated after a crash is not made twice. */
    recentWrites: text('recent_writes').array().notNull().default(sql`'{}'::text[]`),
  },
  (table) => [
    uniqueIndex('dashboard_items_external_unique').on(table.dashboardId, table.type, table.source, table.externalId),
    index('dashboard_items_made').on(table.ownerUserId, table.dashboardId, table.type, madeOrCame(table), table.id),
    index('dashboard_items_name_search').using('gin', sql`lower(${table.name}) gin_trgm_ops`),
  ],
);

export type DashboardRow = typeof dashboards.$inferSelect;
export type DashboardItemRow = typeof dashboardItems.$inferSelect;
