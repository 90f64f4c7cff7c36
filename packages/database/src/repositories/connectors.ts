import { and, desc, eq, not, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../connect.ts';
import { type ConnectorRow, connectors } from '../schema/connectors.ts';
import { type Page, rangeOf } from './scope.ts';
import { containsText } from './text-search.ts';

export interface ConnectorFilter extends Page {
  name?: string | undefined;
  connectorTypeId?: string | undefined;
}

/** The owner's connectors that are not deleted, newest first. */
export async function listConnectors(
  ownerUserId: string,
  db: HttpDatabase,
  filter: ConnectorFilter,
): Promise<{ connectors: ConnectorRow[]; totalCount: number }> {
  const condition = and(
    eq(connectors.userId, ownerUserId),
    not(connectors.isDeleted),
    containsText(connectors.name, filter.name),
    filter.connectorTypeId ? eq(connectors.connectorTypeId, filter.connectorTypeId) : undefined,
  );
  const [rows, counts] = await db.batch([
    db
      .select()
      .from(connectors)
      .where(condition)
      .orderBy(desc(connectors.createdAt), desc(connectors.id))
      .limit(rangeOf(filter).limit)
      .offset(rangeOf(filter).offset),
    db.select({ count: sql<number>`count(*)::int` }).from(connectors).where(condition),
  ]);
  return { connectors: rows, totalCount: counts[0]?.count ?? 0 };
}
