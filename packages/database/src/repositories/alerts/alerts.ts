import type { AlertKind, OwnerId } from '@portage/contracts';
import { and, desc, eq, getTableColumns, inArray, isNull, not, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { type AlertRow, alerts } from '../../schema/alerts.ts';
import { users } from '../../schema/users.ts';
import { type Page, type Scope, toLimitOffset, withinScope } from '../rows/scope.ts';

export interface AlertRecord extends AlertRow {
  ownerEmail: string | null;
}

export interface AlertFilter extends Page {
  kind?: AlertKind | undefined;
  unreadOnly?: boolean | undefined;
}

/** A count above this is shown as "99+", so counting stops there. */
const MOST_COUNTED = 100;

/** Newest first. `alerts/record-alerts.ts` records alerts. */
export async function listAlerts(
  db: HttpDatabase,
  scope: Scope,
  filter: AlertFilter,
): Promise<{ alerts: AlertRecord[]; totalCount: number }> {
  const { kind, unreadOnly } = filter;
  const condition = and(
    withinScope(scope, alerts.ownerUserId),
    not(alerts.isSilent),
    kind === undefined ? undefined : eq(alerts.kind, kind),
    unreadOnly ? isNull(alerts.readAt) : undefined,
  );
  const { limit, offset } = toLimitOffset(filter);
  const [rows, counts] = await db.batch([
    db
      .select({ ...getTableColumns(alerts), ownerEmail: users.email })
      .from(alerts)
      .leftJoin(users, eq(users.id, alerts.ownerUserId))
      .where(condition)
      .orderBy(desc(alerts.lastAt), desc(alerts.id))
      .limit(limit)
      .offset(offset),
    db.select({ count: sql<number>`count(*)::int` }).from(alerts).where(condition),
  ]);
  return { alerts: rows, totalCount: counts[0]?.count ?? 0 };
}

/** At most 100. */
export async function countUnreadAlerts(db: HttpDatabase, ownerUserId: OwnerId): Promise<number> {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(alerts)
    .where(and(eq(alerts.ownerUserId, ownerUserId), isNull(alerts.readAt), not(alerts.isSilent)))
    .limit(MOST_COUNTED)
    .as('some');
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(some);
  return row?.count ?? 0;
}

/** @param ids of the owner's alerts; `all`: all of them. Other owners' ids are ignored. */
export async function markAlertsRead(db: HttpDatabase, ownerUserId: OwnerId, ids: readonly string[] | 'all', at: Date): Promise<void> {
  const which = ids === 'all' ? undefined : inArray(alerts.id, [...ids]);
  await db
    .update(alerts)
    .set({ readAt: at })
    .where(and(eq(alerts.ownerUserId, ownerUserId), isNull(alerts.readAt), which));
}
