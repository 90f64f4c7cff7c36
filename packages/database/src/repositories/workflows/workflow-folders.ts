import type { OwnerId } from '@portage/contracts';
import { and, asc, eq, gt, isNull, lt, not, type SQL, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { users } from '../../schema/users.ts';
import { type WorkflowFolderRow, workflowFolders } from '../../schema/workflow-folders.ts';
import { workflows } from '../../schema/workflows.ts';
import { isUuid } from '../rows/text-search.ts';

export interface FolderRecord {
  id: string;
  name: string;
  workflowCount: number;
}

// In an update or a column list drizzle writes columns without their table.
const folderOfRow = sql.raw('"workflows"."folder_id"');

/** The folder of a workflow; null if the folder is deleted. */
export const folderIdColumn = sql<
  string | null
>`(select f.id from workflow_folders f where f.id = ${folderOfRow} and f.deleted_at is null)`;

/** @param folderId null: workflows without a folder */
export function inFolder(folderId: string | null): SQL {
  if (folderId === null) {
    return sql`not exists (select 1 from workflow_folders f where f.id = ${folderOfRow} and f.deleted_at is null)`;
  }
  if (!isUuid(folderId)) return sql`false`;
  return sql`(${folderOfRow} = ${folderId}::uuid and exists (select 1 from workflow_folders f where f.id = ${folderId}::uuid and f.deleted_at is null))`;
}

/** The id if the owner has such a folder, otherwise null. */
export function ownFolderId(ownerUserId: OwnerId, folderId: string | null): SQL<string | null> | null {
  if (folderId === null || !isUuid(folderId)) return null;
  return sql`(select f.id from workflow_folders f where f.id = ${folderId}::uuid and f.owner_user_id = ${ownerUserId}::uuid and f.deleted_at is null)`;
}

export async function hasWorkflowFolder(db: HttpDatabase, ownerUserId: OwnerId, id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  const rows = await db
    .select({ id: workflowFolders.id })
    .from(workflowFolders)
    .where(and(eq(workflowFolders.id, id), eq(workflowFolders.ownerUserId, ownerUserId), isNull(workflowFolders.deletedAt)));
  return rows.length > 0;
}

/** Sorted by name, with the number of workflows in each folder and in none. */
export async function listWorkflowFolders(
  db: HttpDatabase,
  ownerUserId: OwnerId,
): Promise<{ folders: FolderRecord[]; totalCount: number; unfiledCount: number }> {
  const [folders, counts] = await db.batch([
    db
      .select({ id: workflowFolders.id, name: workflowFolders.name })
      .from(workflowFolders)
      .where(and(eq(workflowFolders.ownerUserId, ownerUserId), isNull(workflowFolders.deletedAt)))
      .orderBy(asc(sql`lower(${workflowFolders.name})`), asc(workflowFolders.id)),
    db
      .select({ folderId: workflows.folderId, count: sql<number>`count(*)::int` })
      .from(workflows)
      .where(and(eq(workflows.ownerUserId, ownerUserId), not(workflows.isDeleted)))
      .groupBy(workflows.folderId),
  ]);
  const countOf = new Map(counts.map(({ folderId, count }) => [folderId, count]));
  const totalCount = counts.reduce((sum, { count }) => sum + count, 0);
  const listed = folders.map((folder) => ({ ...folder, workflowCount: countOf.get(folder.id) ?? 0 }));
  return { folders: listed, totalCount, unfiledCount: totalCount - listed.reduce((sum, { workflowCount }) => sum + workflowCount, 0) };
}

/**
 * Stores a folder unless the owner has reached their limit. The owner's row is locked first, so that folders made simultaneously are
 * counted one after the other.
 *
 * @throws a unique violation of `workflow_folders_name_unique` for a name in use
 * @returns false if there is no room
 */
export async function insertWorkflowFolder(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  folder: Pick<WorkflowFolderRow, 'id' | 'name' | 'createdAt'>,
  maxFolders: number,
): Promise<boolean> {
  const [, inserted] = await db.batch([
    lockOwner(db, ownerUserId),
    db.execute<{ id: string }>(sql`
      insert into workflow_folders (id, owner_user_id, name, created_at)
      select ${folder.id}::uuid, u.id, ${folder.name}, ${folder.createdAt.toISOString()}::timestamptz from users u
      where u.id = ${ownerUserId}::uuid and not u.is_deleted and ${countOfFolders(ownerUserId)} < ${maxFolders}
      returning id`),
  ]);
  return inserted.rows.length > 0;
}

/** @returns the previous name; null if the owner has no such folder. @throws as `insertWorkflowFolder` */
export async function renameWorkflowFolder(db: HttpDatabase, ownerUserId: OwnerId, id: string, name: string): Promise<string | null> {
  if (!isUuid(id)) return null;
  const { rows } = await db.execute<{ before: string }>(sql`
    update workflow_folders f set name = ${name} from workflow_folders old
    where old.id = f.id and f.id = ${id}::uuid and f.owner_user_id = ${ownerUserId}::uuid and f.deleted_at is null
    returning old.name as before`);
  return rows[0]?.before ?? null;
}

/** Its workflows stay, without a folder. @returns its name; null if the owner has no such folder */
export async function deleteWorkflowFolder(db: HttpDatabase, ownerUserId: OwnerId, id: string, at: Date): Promise<string | null> {
  if (!isUuid(id)) return null;
  const [row] = await db
    .update(workflowFolders)
    .set({ deletedAt: at })
    .where(and(eq(workflowFolders.id, id), eq(workflowFolders.ownerUserId, ownerUserId), isNull(workflowFolders.deletedAt)))
    .returning({ name: workflowFolders.name });
  return row?.name ?? null;
}

/**
 * Undoes a deletion: workflows that weren't moved elsewhere since are in the folder again.
 *
 * @throws as `insertWorkflowFolder`
 * @returns its name; null if the owner has deleted no such folder since `deletedAfter`; false if there is no room
 */
export async function restoreWorkflowFolder(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  id: string,
  { deletedAfter, maxFolders }: { deletedAfter: Date; maxFolders: number },
): Promise<string | null | false> {
  if (!isUuid(id)) return null;
  const deleted = and(
    eq(workflowFolders.id, id),
    eq(workflowFolders.ownerUserId, ownerUserId),
    gt(workflowFolders.deletedAt, deletedAfter),
  );
  const [, found, restored] = await db.batch([
    lockOwner(db, ownerUserId),
    db.select({ id: workflowFolders.id }).from(workflowFolders).where(deleted),
    db
      .update(workflowFolders)
      .set({ deletedAt: null })
      .where(and(deleted, sql`${countOfFolders(ownerUserId)} < ${maxFolders}`))
      .returning({ name: workflowFolders.name }),
  ]);
  if (found.length === 0) return null;
  return restored[0]?.name ?? false;
}

/** Deletes folders whose deletion can no longer be undone; their workflows stay. */
export function deleteOldWorkflowFolders(db: HttpDatabase, deletedBefore: Date) {
  return db.delete(workflowFolders).where(lt(workflowFolders.deletedAt, deletedBefore));
}

/**
 * Moves a workflow into a folder of the same owner, or into none.
 *
 * @returns the previous folder; null if the owner has no such workflow or no such folder
 */
export async function moveToFolder(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  workflowId: string,
  folderId: string | null,
): Promise<{ before: string | null } | null> {
  if (!isUuid(workflowId) || (folderId !== null && !isUuid(folderId))) return null;
  const isThere =
    folderId === null
      ? sql`true`
      : sql`exists (select 1 from workflow_folders f where f.id = ${folderId}::uuid and f.owner_user_id = ${ownerUserId}::uuid and f.deleted_at is null)`;
  const { rows } = await db.execute<{ before: string | null }>(sql`
    update workflows w set folder_id = ${folderId}::uuid from workflows old
    where old.id = w.id and w.id = ${workflowId}::uuid and w.owner_user_id = ${ownerUserId}::uuid and not w.is_deleted and ${isThere}
    returning (select f.id from workflow_folders f where f.id = old.folder_id and f.deleted_at is null) as before`);
  return rows[0] ?? null;
}

function countOfFolders(ownerUserId: OwnerId): SQL {
  return sql`(select count(*) from workflow_folders f where f.owner_user_id = ${ownerUserId}::uuid and f.deleted_at is null)`;
}

function lockOwner(db: HttpDatabase, ownerUserId: OwnerId) {
  return db.select({ id: users.id }).from(users).where(eq(users.id, ownerUserId)).for('update');
}
