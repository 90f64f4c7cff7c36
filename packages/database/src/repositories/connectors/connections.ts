import type { OwnerId } from '@portage/contracts';
import { and, eq, not, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { type ConnectorTypeRow, connectorTypes, type SealedFields } from '../../schema/connector-types.ts';
import { type ConnectorRow, connectorSecrets, connectors } from '../../schema/connectors.ts';
import { users } from '../../schema/users.ts';
import { resealFields } from '../../secrets/sealed-fields.ts';
import type { SecretBox } from '../../secrets/secret-box.ts';
import { isUuid } from '../rows/text-search.ts';

export interface ConnectionRecord {
  connector: ConnectorRow;
  type: ConnectorTypeRow;
  sealed: SealedFields;
}

/**
 * Data for the object that holds a connection. The query has no owner: the object learns the owner from it and compares.
 *
 * @returns null if the connector, its type or its owner was deleted
 */
export async function findConnection(db: HttpDatabase, connectorId: string): Promise<ConnectionRecord | null> {
  if (!isUuid(connectorId)) return null;
  const [row] = await db
    .select({ connector: connectors, type: connectorTypes, sealed: connectorSecrets.sealed })
    .from(connectors)
    .innerJoin(connectorTypes, eq(connectorTypes.id, connectors.connectorTypeId))
    .innerJoin(users, eq(users.id, connectors.userId))
    .leftJoin(connectorSecrets, eq(connectorSecrets.connectorId, connectors.id))
    .where(and(eq(connectors.id, connectorId), not(connectors.isDeleted), not(connectorTypes.isDeleted), not(users.isDeleted)));
  return row ? { ...row, sealed: row.sealed ?? {} } : null;
}

/** Records the state of the connection, in words for people. */
export async function noteConnection(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  connectorId: string,
  state: { connectedAt?: Date | null; connectionProblem?: string | null; testedAt?: Date | null; realmId?: string },
): Promise<void> {
  await db
    .update(connectors)
    .set(state)
    .where(and(eq(connectors.id, connectorId), eq(connectors.userId, ownerUserId), not(connectors.isDeleted)));
}

const RESEALED_AT_ONCE = 100;

/**
 * Reseals some of the values that older keys sealed; a row saved in the meantime waits for the next time.
 *
 * @returns how many rows were resealed
 */
export async function resealSecrets(db: HttpDatabase, box: SecretBox): Promise<number> {
  const old = (column: typeof connectorSecrets.sealed | typeof connectorTypes.secrets) =>
    sql`exists (select 1 from jsonb_each_text(${column}) each where not starts_with(each.value, ${box.currentPrefix}))`;
  const [ofConnectors, ofTypes] = await db.batch([
    db
      .select({ id: connectorSecrets.connectorId, sealed: connectorSecrets.sealed })
      .from(connectorSecrets)
      .where(old(connectorSecrets.sealed))
      .limit(RESEALED_AT_ONCE),
    db
      .select({ id: connectorTypes.id, sealed: connectorTypes.secrets })
      .from(connectorTypes)
      .where(old(connectorTypes.secrets))
      .limit(RESEALED_AT_ONCE),
  ]);
  let count = 0;
  for (const { id, sealed } of ofConnectors) {
    const resealed = await resealFields(box, 'connector', id, sealed);
    const changed = await db
      .update(connectorSecrets)
      .set({ sealed: resealed })
      .where(and(eq(connectorSecrets.connectorId, id), sql`${connectorSecrets.sealed} = ${JSON.stringify(sealed)}::jsonb`))
      .returning({ id: connectorSecrets.connectorId });
    count += changed.length;
  }
  for (const { id, sealed } of ofTypes) {
    const resealed = await resealFields(box, 'connector-type', id, sealed);
    const changed = await db
      .update(connectorTypes)
      .set({ secrets: resealed })
      .where(and(eq(connectorTypes.id, id), sql`${connectorTypes.secrets} = ${JSON.stringify(sealed)}::jsonb`))
      .returning({ id: connectorTypes.id });
    count += changed.length;
  }
  return count;
}
