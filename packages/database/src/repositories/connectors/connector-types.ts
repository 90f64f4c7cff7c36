import type { OwnerId } from '@portage/contracts';
import { and, asc, eq, inArray, isNotNull, lte, not, or, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { type ConnectorTypeRow, connectorTypes, type NewConnectorTypeRow } from '../../schema/connector-types.ts';
import { connectors } from '../../schema/connectors.ts';
import { mergedMembers } from '../rows/merged-members.ts';
import { type Page, type Scope, toLimitOffset } from '../rows/scope.ts';
import { containsText } from '../rows/text-search.ts';

/** Spec CTYPE-28: types for all users, and the user's own; an admin sees them all. */
function visibleTo(scope: Scope) {
  const present = not(connectorTypes.isDeleted);
  if (scope === 'everyone') return present;
  return and(present, or(eq(connectorTypes.visibility, 'AllUsers'), eq(connectorTypes.userId, scope.ownerUserId)));
}

/** Sorted by name. */
export async function listConnectorTypes(
  db: HttpDatabase,
  scope: Scope,
  filter: Page & { name?: string | undefined },
): Promise<{ connectorTypes: ConnectorTypeRow[]; totalCount: number }> {
  const condition = and(visibleTo(scope), containsText(connectorTypes.name, filter.name));
  const [rows, counts] = await db.batch([
    db
      .select()
      .from(connectorTypes)
      .where(condition)
      .orderBy(asc(sql`lower(${connectorTypes.name})`), asc(connectorTypes.id))
      .limit(toLimitOffset(filter).limit)
      .offset(toLimitOffset(filter).offset),
    db.select({ count: sql<number>`count(*)::int` }).from(connectorTypes).where(condition),
  ]);
  return { connectorTypes: rows, totalCount: counts[0]?.count ?? 0 };
}

export async function findConnectorType(db: HttpDatabase, scope: Scope, id: string): Promise<ConnectorTypeRow | null> {
  const [row] = await db
    .select()
    .from(connectorTypes)
    .where(and(visibleTo(scope), eq(connectorTypes.id, id)));
  return row ?? null;
}

export async function insertConnectorType(db: HttpDatabase, row: NewConnectorTypeRow): Promise<ConnectorTypeRow> {
  const [inserted] = await db.insert(connectorTypes).values(row).returning();
  return inserted as ConnectorTypeRow;
}

/** Types that came with any build of Portage. */
export async function findSystemTypes(db: HttpDatabase): Promise<ConnectorTypeRow[]> {
  return db.select().from(connectorTypes).where(eq(connectorTypes.isSystem, true));
}

/**
 * Creates a type that comes with Portage, or updates it. `lastUpdatedAt` is when that Portage was built; a row from a later build stays.
 *
 * @returns whether it was written
 */
export async function saveSystemType(db: HttpDatabase, row: NewConnectorTypeRow): Promise<boolean> {
  const { id: _, createdAt: __, ...changes } = row;
  const written = await db
    .insert(connectorTypes)
    .values(row)
    .onConflictDoUpdate({
      target: connectorTypes.id,
      set: changes,
      setWhere: lte(connectorTypes.lastUpdatedAt, sql`excluded.last_updated_at`),
    })
    .returning({ id: connectorTypes.id });
  return written.length > 0;
}

export type ConnectorTypeChanges = Partial<Omit<NewConnectorTypeRow, 'id' | 'secrets' | 'isSystem' | 'createdAt'>>;

/** @param secrets new sealed ones; null removes one, others stay. */
export async function updateConnectorType(
  db: HttpDatabase,
  id: string,
  changes: ConnectorTypeChanges,
  secrets: Readonly<Record<string, string | null>> = {},
): Promise<ConnectorTypeRow | null> {
  const [row] = await db
    .update(connectorTypes)
    .set({ ...changes, secrets: mergedMembers(connectorTypes.secrets, secrets) })
    .where(and(eq(connectorTypes.id, id), not(connectorTypes.isDeleted)))
    .returning();
  return row ?? null;
}

/**
 * Replaces a type's document if it still is the one that the change was based on.
 *
 * @param before its `fileStorageId`; null: no document; undefined: any document.
 * @returns null when the document was replaced by another one, or the type is gone.
 */
export async function replaceDocument(
  db: HttpDatabase,
  id: string,
  before: string | null | undefined,
  changes: Required<Pick<NewConnectorTypeRow, 'openApiDocument' | 'lastUpdatedAt'>>,
): Promise<ConnectorTypeRow | null> {
  const isSame =
    before === undefined ? undefined : sql`${connectorTypes.openApiDocument} ->> 'fileStorageId' is not distinct from ${before}::text`;
  const [row] = await db
    .update(connectorTypes)
    .set(changes)
    .where(and(eq(connectorTypes.id, id), not(connectorTypes.isDeleted), isSame))
    .returning();
  return row ?? null;
}

/** Deletes a type without connectors. @returns the names of the type's connectors; none: it is deleted. */
export async function deleteConnectorType(db: HttpDatabase, id: string): Promise<string[]> {
  const used = await db
    .select({ name: connectors.name })
    .from(connectors)
    .where(and(eq(connectors.connectorTypeId, id), not(connectors.isDeleted)))
    .orderBy(asc(sql`lower(${connectors.name})`));
  if (used.length === 0) await db.update(connectorTypes).set({ isDeleted: true }).where(eq(connectorTypes.id, id));
  return used.map(({ name }) => name);
}

/** The user's private types. */
export async function countOwnTypes(db: HttpDatabase, ownerUserId: OwnerId): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(connectorTypes)
    .where(and(eq(connectorTypes.userId, ownerUserId), eq(connectorTypes.visibility, 'User'), not(connectorTypes.isDeleted)));
  return row?.count ?? 0;
}

/** Names of those types that not everyone may use. */
export async function findPrivateTypeNames(db: HttpDatabase, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ name: connectorTypes.name })
    .from(connectorTypes)
    .where(and(inArray(connectorTypes.id, [...ids]), eq(connectorTypes.visibility, 'User'), not(connectorTypes.isDeleted)))
    .orderBy(asc(sql`lower(${connectorTypes.name})`));
  return rows.map(({ name }) => name);
}

/** Files that are a type's document. */
export async function listDocumentFileIds(db: HttpDatabase): Promise<string[]> {
  const id = sql<string>`${connectorTypes.openApiDocument} ->> 'fileStorageId'`;
  const rows = await db
    .select({ id })
    .from(connectorTypes)
    .where(and(not(connectorTypes.isDeleted), isNotNull(connectorTypes.openApiDocument)));
  return rows.map((row) => row.id);
}
