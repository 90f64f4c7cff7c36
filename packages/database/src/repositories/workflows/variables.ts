import type { OwnerId } from '@portage/contracts';
import { and, asc, eq, inArray, not, sql } from 'drizzle-orm';
import type { Database, HttpDatabase } from '../../connect.ts';
import { users } from '../../schema/users.ts';
import { type VariableRow, variables } from '../../schema/variables.ts';
import { workflows, workflowVersions } from '../../schema/workflows.ts';
import type { SecretBox } from '../../secrets/secret-box.ts';
import { isUuid } from '../rows/text-search.ts';

const RESEALED_AT_ONCE = 100;

/** By name. */
export function listVariables(db: HttpDatabase, ownerUserId: OwnerId): Promise<VariableRow[]> {
  return db
    .select()
    .from(variables)
    .where(eq(variables.ownerUserId, ownerUserId))
    .orderBy(asc(sql`lower(${variables.name})`));
}

export async function findVariable(db: HttpDatabase, ownerUserId: OwnerId, id: string): Promise<VariableRow | null> {
  if (!isUuid(id)) return null;
  const [row] = await db.select().from(variables).where(ownVariable(ownerUserId, id));
  return row ?? null;
}

/** Names of the owner's variables; the values stay in the database. */
export async function listVariableNames(db: HttpDatabase, ownerUserId: OwnerId): Promise<ReadonlySet<string>> {
  const rows = await db.select({ name: variables.name }).from(variables).where(eq(variables.ownerUserId, ownerUserId));
  return new Set(rows.map(({ name }) => name));
}

/**
 * The values that a run reads. @param names null: all of them
 *
 * @throws Error if a secret can't be opened
 */
export async function readVariables(
  db: Pick<Database, 'select'>,
  ownerUserId: OwnerId,
  names: ReadonlySet<string> | null,
  box: () => SecretBox,
): Promise<{ name: string; value: unknown; isSecret: boolean }[]> {
  const isNamed = names === null ? sql`true` : inArray(variables.name, [...names]);
  const rows = await db
    .select()
    .from(variables)
    .where(and(eq(variables.ownerUserId, ownerUserId), isNamed));
  return Promise.all(
    rows.map(async ({ id, name, isSecret, value }) => {
      const json = isSecret ? await box().open(buildSealContext(id), value) : value;
      return { name, isSecret, value: JSON.parse(json) as unknown };
    }),
  );
}

/** The text that a row stores for a value. */
export async function storedVariableValue(
  box: SecretBox,
  { id, isSecret, value }: { id: string; isSecret: boolean; value: unknown },
): Promise<string> {
  const json = JSON.stringify(value);
  return isSecret ? box.seal(buildSealContext(id), json) : json;
}

/**
 * Stores a variable unless the owner has reached their limit. The owner's row is locked first, so that variables made simultaneously are
 * counted one after the other.
 *
 * @throws a unique violation of `variables_name_unique` for a name in use
 * @returns false if there is no room
 */
export async function insertVariable(db: HttpDatabase, row: VariableRow, maxVariables: number): Promise<boolean> {
  const { ownerUserId } = row;
  const [, inserted] = await db.batch([
    db.select({ id: users.id }).from(users).where(eq(users.id, ownerUserId)).for('update'),
    db.execute<{ id: string }>(sql`
      insert into variables (id, owner_user_id, name, type, is_secret, value, description, created_at, last_updated_at)
      select ${row.id}::uuid, u.id, ${row.name}, ${row.type}, ${row.isSecret}::boolean, ${row.value}, ${row.description},
        ${row.createdAt.toISOString()}::timestamptz, ${row.lastUpdatedAt.toISOString()}::timestamptz from users u
      where u.id = ${ownerUserId}::uuid and not u.is_deleted
        and (select count(*) from variables v where v.owner_user_id = ${ownerUserId}::uuid) < ${maxVariables}
      returning id`),
  ]);
  return inserted.rows.length > 0;
}

/** Null: the owner has no such variable. */
export async function updateVariable(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  id: string,
  changes: Partial<Pick<VariableRow, 'type' | 'isSecret' | 'value' | 'description'>> & Pick<VariableRow, 'lastUpdatedAt'>,
): Promise<VariableRow | null> {
  const [row] = await db.update(variables).set(changes).where(ownVariable(ownerUserId, id)).returning();
  return row ?? null;
}

/** Whether the owner had such a variable. */
export async function deleteVariable(db: HttpDatabase, ownerUserId: OwnerId, id: string): Promise<boolean> {
  const rows = await db.delete(variables).where(ownVariable(ownerUserId, id)).returning({ id: variables.id });
  return rows.length > 0;
}

/** Names of the owner's active workflows whose published version names a variable. @param name letters, digits and _ */
export async function activeWorkflowsReading(db: HttpDatabase, ownerUserId: OwnerId, name: string, limit: number): Promise<string[]> {
  const reference = `\\mVars\\s*(\\??\\.\\s*|(\\?\\.)?\\[\\s*\\\\*["'\`])${name}\\M`;
  const rows = await db
    .select({ name: workflows.name })
    .from(workflows)
    .innerJoin(workflowVersions, eq(workflowVersions.id, workflows.publishedVersionId))
    .where(
      and(
        eq(workflows.ownerUserId, ownerUserId),
        workflows.isActive,
        not(workflows.isDeleted),
        sql`${workflowVersions.steps}::text ~ ${reference}`,
      ),
    )
    .orderBy(workflows.name)
    .limit(limit);
  return rows.map((row) => row.name);
}

/** Reseals, in batches, secrets that older keys sealed. A value that was replaced in the meantime is left unchanged. */
export async function resealVariables(db: HttpDatabase, box: SecretBox): Promise<void> {
  const rows = await db
    .select({ id: variables.id, value: variables.value })
    .from(variables)
    .where(and(variables.isSecret, sql`not starts_with(${variables.value}, ${box.currentPrefix})`))
    .limit(RESEALED_AT_ONCE);
  for (const { id, value } of rows) {
    await db
      .update(variables)
      .set({ value: await box.reseal(buildSealContext(id), value) })
      .where(and(eq(variables.id, id), eq(variables.value, value)));
  }
}

function ownVariable(ownerUserId: OwnerId, id: string) {
  return isUuid(id) ? and(eq(variables.id, id), eq(variables.ownerUserId, ownerUserId)) : sql`false`;
}

function buildSealContext(id: string): string {
  return `variable:${id}`;
}
