import type { OwnerId } from '@portage/contracts';
import { and, asc, desc, eq, not, type SQL, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import type { SealedFields } from '../../schema/connector-types.ts';
import { type ConnectorRow, connectorSecrets, connectors, type NewConnectorRow } from '../../schema/connectors.ts';
import { integrations } from '../../schema/sync.ts';
import { workflows, workflowVersions } from '../../schema/workflows.ts';
import { mergedMembers } from '../rows/merged-members.ts';
import { readableJson } from '../rows/readable-json.ts';
import { type Page, toLimitOffset } from '../rows/scope.ts';
import { containsText, isUuid } from '../rows/text-search.ts';

/** A column of the list; a leading dash sorts descending. */
export type ConnectorSort = 'name' | '-name' | 'type' | '-type' | 'lastUpdatedAt' | '-lastUpdatedAt';

export interface ConnectorFilter extends Page {
  name?: string | undefined;
  connectorTypeId?: string | undefined;
  /** Default: newest first. */
  sort?: ConnectorSort | undefined;
}

export interface ConnectorRecord extends ConnectorRow {
  secretNames: string[];
}

const secretNames = sql<
  string[]
>`coalesce((select array_agg(name) from ${connectorSecrets}, jsonb_object_keys(${connectorSecrets.sealed}) name
  where ${connectorSecrets.connectorId} = ${connectors.id}), '{}')`;

const typeName = sql`(select lower(t.name) from connector_types t where t.id = ${connectors.connectorTypeId})`;

/** The order ends with a unique column, so that no connector appears on two pages. */
function connectorOrder(sort: ConnectorSort | undefined): SQL[] {
  const newestFirst = [desc(connectors.createdAt), desc(connectors.id)];
  const direction = sort?.startsWith('-') ? desc : asc;
  switch (sort) {
    case undefined:
      return newestFirst;
    case 'name':
    case '-name':
      return [direction(sql`lower(${connectors.name})`), ...newestFirst];
    case 'type':
    case '-type':
      return [direction(typeName), asc(sql`lower(${connectors.name})`), ...newestFirst];
    case 'lastUpdatedAt':
    case '-lastUpdatedAt':
      return [direction(connectors.lastUpdatedAt), ...newestFirst];
    default:
      return sort satisfies never;
  }
}

/** The owner's connectors that are not deleted. */
export async function listConnectors(
  db: HttpDatabase,
  ownerUserId: OwnerId,
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
      .orderBy(...connectorOrder(filter.sort))
      .limit(toLimitOffset(filter).limit)
      .offset(toLimitOffset(filter).offset),
    db.select({ count: sql<number>`count(*)::int` }).from(connectors).where(condition),
  ]);
  return { connectors: rows, totalCount: counts[0]?.count ?? 0 };
}

export async function findConnector(db: HttpDatabase, ownerUserId: OwnerId, id: string): Promise<ConnectorRecord | null> {
  if (!isUuid(id)) return null;
  const [row] = await db.select({ connector: connectors, secretNames }).from(connectors).where(ownConnector(ownerUserId, id));
  return row ? { ...row.connector, secretNames: row.secretNames } : null;
}

/** Writes the connector and its sealed secrets, both or neither. */
export async function insertConnector(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  row: Omit<NewConnectorRow, 'userId'> & { id: string },
  sealed: SealedFields,
): Promise<ConnectorRecord> {
  const [inserted] = await db.batch([
    db
      .insert(connectors)
      .values({ ...row, userId: ownerUserId })
      .returning(),
    db.insert(connectorSecrets).values({ connectorId: row.id, sealed }),
  ]);
  return { ...(inserted[0] as ConnectorRow), secretNames: Object.keys(sealed) };
}

export type ConnectorChanges = Partial<Omit<NewConnectorRow, 'id' | 'userId' | 'connectorTypeId' | 'useSandbox' | 'createdAt'>>;

/**
 * @param changes of `customOptions` only the changed options, so that two pages that change different ones keep both; null removes one
 * @param secrets new sealed ones; null removes one, others stay (spec CONN-50).
 */
export async function updateConnector(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  id: string,
  { customOptions, ...changes }: ConnectorChanges,
  secrets: Readonly<Record<string, string | null>>,
): Promise<ConnectorRecord | null> {
  if (!isUuid(id)) return null;
  const options = customOptions && { customOptions: mergedMembers<Record<string, unknown>>(connectors.customOptions, customOptions) };
  const isOwn = sql`exists (select 1 from ${connectors} where ${ownConnector(ownerUserId, id)})`;
  await db.batch([
    db
      .update(connectors)
      .set({ ...changes, ...options })
      .where(ownConnector(ownerUserId, id)),
    // A connector made before connectors could have secrets has no row for them.
    db.execute(sql`insert into ${connectorSecrets} (connector_id, sealed)
      select id, ${JSON.stringify(withoutNulls(secrets))}::jsonb from ${connectors} where ${ownConnector(ownerUserId, id)}
      on conflict (connector_id) do nothing`),
    db
      .update(connectorSecrets)
      .set({ sealed: mergedMembers<SealedFields>(sql`${connectorSecrets.sealed}`, secrets) })
      .where(and(eq(connectorSecrets.connectorId, id), isOwn)),
  ]);
  return findConnector(db, ownerUserId, id);
}

/** Removes its secrets for good. @returns whether the connector existed */
export async function deleteConnector(db: HttpDatabase, ownerUserId: OwnerId, id: string, at: Date): Promise<boolean> {
  if (!isUuid(id)) return false;
  const [, deleted] = await db.batch([
    db
      .delete(connectorSecrets)
      .where(and(eq(connectorSecrets.connectorId, id), sql`exists (select 1 from ${connectors} where ${ownConnector(ownerUserId, id)})`)),
    db
      .update(connectors)
      .set({ isDeleted: true, deletedAt: at, connectedAt: null })
      .where(ownConnector(ownerUserId, id))
      .returning({ id: connectors.id }),
  ]);
  return deleted.length > 0;
}

/** Names of the active workflows whose published steps or integration settings name the connector, at most `limit`. */
export async function activeWorkflowsUsing(db: HttpDatabase, ownerUserId: OwnerId, connectorId: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ name: workflows.name })
    .from(workflows)
    .innerJoin(workflowVersions, eq(workflowVersions.id, workflows.publishedVersionId))
    .where(
      and(
        eq(workflows.ownerUserId, ownerUserId),
        workflows.isActive,
        not(workflows.isDeleted),
        sql`(exists (select 1 from json_array_elements(${readableJson(workflowVersions.steps)}) step
            where ${connectorId} in (step->>'connectorId', step->>'sourceConnectorId', step->>'targetConnectorId'))
          or exists (select 1 from ${integrations} where ${integrations.workflowId} = ${workflows.id}
            and ${connectorId} in (${integrations.operations}#>>'{Source,connectorId}', ${integrations.operations}#>>'{Target,connectorId}')))`,
      ),
    )
    .orderBy(workflows.name)
    .limit(limit);
  return rows.map(({ name }) => name);
}

function ownConnector(ownerUserId: OwnerId, id: string) {
  return and(eq(connectors.id, id), eq(connectors.userId, ownerUserId), not(connectors.isDeleted));
}

function withoutNulls(secrets: Readonly<Record<string, string | null>>): SealedFields {
  return Object.fromEntries(Object.entries(secrets).filter((entry): entry is [string, string] => entry[1] !== null));
}
