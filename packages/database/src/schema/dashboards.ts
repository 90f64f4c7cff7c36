import type { DashboardType } from '@portage/contracts';
import { sql } from 'drizzle-orm';
import { type AnyPgColumn, index, json, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant, ownerId } from './columns.ts';
import { users } from './users.ts';

/** The kinds of dashboard items (spec DASH-15). */
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

export const dashboards = pgTable(
  'dashboards',
  {
    id: uuid('id').primaryKey(),
    ownerUserId: ownerId('owner_user_id')
      .notNull()
      .references(() => users.id),
    dashboardType: text('dashboard_type').$type<Exclude<DashboardType, 'None'>>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  // One per type and person, even with simultaneous requests.
  (table) => [uniqueIndex('dashboards_owner_type_unique').on(table.ownerUserId, table.dashboardType)],
);

/** Lists are sorted by this, newest first: the record's own date, otherwise when it arrived. */
export function madeOrCame({ madeAt, createdAt }: Record<'madeAt' | 'createdAt', AnyPgColumn>) {
  return sql`coalesce(${madeAt}, ${createdAt})`;
}

/** Spec DASH-14. An item is identified by its type, its source and its id there. */
export const dashboardItems = pgTable(
  'dashboard_items',
  {
    id: uuid('id').primaryKey(),
    ownerUserId: ownerId('owner_user_id').notNull(),
    dashboardId: uuid('dashboard_id')
      .notNull()
      .references(() => dashboards.id, { onDelete: 'cascade' }),
    type: text('type').$type<DashboardItemKind>().notNull(),
    source: text('source').notNull(),
    externalId: text('external_id').notNull(),
    name: text('name').notNull(),
    /** Not jsonb, so that it comes back exactly as stored. */
    object: json('object').$type<Record<string, unknown>>().notNull(),
    /** An integration item's kind of record. */
    dashboardEntity: text('dashboard_entity'),
    /** When the record was created in its own system; null: unknown. */
    madeAt: instant('made_at'),
    createdAt: instant('created_at').notNull(),
    lastUpdatedAt: instant('last_updated_at').notNull(),
    /** Idempotency keys of the last writes, so that one repeated after a crash isn't made twice. */
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
