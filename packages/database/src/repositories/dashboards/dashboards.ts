import type { OwnerId } from '@portage/contracts';
import { and, asc, desc, eq, getTableColumns, not, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import {
  type DashboardItemKind,
  type DashboardItemRow,
  type DashboardRow,
  dashboardItems,
  dashboards,
  madeOrCame,
} from '../../schema/dashboards.ts';
import { workflows } from '../../schema/workflows.ts';
import { type Page, toLimitOffset } from '../rows/scope.ts';
import { containsText, isUuid } from '../rows/text-search.ts';

/** An item as people read it, without the engine's notes. */
export type DashboardItemRecord = Omit<DashboardItemRow, 'recentWrites' | 'ownerUserId' | 'madeAt'>;

export interface DashboardItemFilter extends Page {
  type?: DashboardItemKind | undefined;
  searchTerm?: string | undefined;
  /** The whole source, in any letter case. */
  source?: string | undefined;
  dashboardEntity?: string | undefined;
}

const { recentWrites: _writes, ownerUserId: _owner, madeAt: _madeAt, ...itemColumns } = getTableColumns(dashboardItems);
const ownItem = (ownerUserId: OwnerId, dashboardId: string, itemId: string) =>
  and(eq(dashboardItems.id, itemId), eq(dashboardItems.dashboardId, dashboardId), eq(dashboardItems.ownerUserId, ownerUserId));

/** Oldest first; a person has one dashboard of each type (spec DASH-13..15). */
export async function listDashboards(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  dashboardType?: DashboardRow['dashboardType'],
): Promise<DashboardRow[]> {
  return db
    .select()
    .from(dashboards)
    .where(
      and(eq(dashboards.ownerUserId, ownerUserId), dashboardType === undefined ? undefined : eq(dashboards.dashboardType, dashboardType)),
    )
    .orderBy(asc(dashboards.createdAt), asc(dashboards.id));
}

/** Null when the owner has no such dashboard. */
export async function findDashboard(db: HttpDatabase, ownerUserId: OwnerId, dashboardId: string): Promise<DashboardRow | null> {
  if (!isUuid(dashboardId)) return null;
  const [row] = await db
    .select()
    .from(dashboards)
    .where(and(eq(dashboards.id, dashboardId), eq(dashboards.ownerUserId, ownerUserId)));
  return row ?? null;
}

/** @returns false when the owner has a dashboard of this type already */
export async function insertDashboard(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  dashboard: Omit<DashboardRow, 'ownerUserId'>,
): Promise<boolean> {
  const rows = await db
    .insert(dashboards)
    .values({ ...dashboard, ownerUserId })
    .onConflictDoNothing()
    .returning({ id: dashboards.id });
  return rows.length > 0;
}

/** Active workflows that write to the dashboard, newest first. */
export async function listDashboardWorkflows(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  dashboardId: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ id: workflows.id })
    .from(workflows)
    .where(
      and(
        eq(workflows.ownerUserId, ownerUserId),
        eq(workflows.isDashboard, true),
        eq(workflows.dashboardId, dashboardId),
        eq(workflows.isActive, true),
        not(workflows.isDeleted),
      ),
    )
    .orderBy(desc(workflows.createdAt), desc(workflows.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Newest first, by the records' own dates. */
export async function listDashboardItems(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  dashboardId: string,
  filter: DashboardItemFilter,
): Promise<{ items: DashboardItemRecord[]; totalCount: number }> {
  const condition = and(
    eq(dashboardItems.ownerUserId, ownerUserId),
    eq(dashboardItems.dashboardId, dashboardId),
    filter.type === undefined ? undefined : eq(dashboardItems.type, filter.type),
    filter.source === undefined ? undefined : isOfSystem(filter.source),
    filter.dashboardEntity === undefined ? undefined : eq(dashboardItems.dashboardEntity, filter.dashboardEntity),
    containsText(dashboardItems.name, filter.searchTerm),
  );
  const { limit, offset } = toLimitOffset(filter);
  const [rows, counts] = await db.batch([
    db
      .select(itemColumns)
      .from(dashboardItems)
      .where(condition)
      .orderBy(desc(madeOrCame(dashboardItems)), desc(dashboardItems.id))
      .limit(limit)
      .offset(offset),
    db.select({ count: sql<number>`count(*)::int` }).from(dashboardItems).where(condition),
  ]);
  return { items: rows, totalCount: counts[0]?.count ?? 0 };
}

/** Null when the owner has no such item on this dashboard. */
export async function findDashboardItem(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  dashboardId: string,
  itemId: string,
): Promise<DashboardItemRecord | null> {
  if (!isUuid(dashboardId) || !isUuid(itemId)) return null;
  const [row] = await db
    .select(itemColumns)
    .from(dashboardItems)
    .where(ownItem(ownerUserId, dashboardId, itemId));
  return row ?? null;
}

/** @returns false when the owner has no such item on this dashboard */
export async function deleteDashboardItem(db: HttpDatabase, ownerUserId: OwnerId, dashboardId: string, itemId: string): Promise<boolean> {
  if (!isUuid(dashboardId) || !isUuid(itemId)) return false;
  const rows = await db
    .delete(dashboardItems)
    .where(ownItem(ownerUserId, dashboardId, itemId))
    .returning({ id: dashboardItems.id });
  return rows.length > 0;
}

/** A system may have several connector types: Shopify, and Shopify Private. */
function isOfSystem(name: string) {
  const lower = name.toLowerCase();
  return sql`(lower(${dashboardItems.source}) = ${lower} or starts_with(lower(${dashboardItems.source}), ${`${lower} `}))`;
}
