import type { OwnerId } from '@portage/contracts';
import { and, desc, eq } from 'drizzle-orm';
import type { HttpDatabase } from '../connect.ts';
import { type StoredFileRow, storedFiles } from '../schema/stored-files.ts';
import { type Scope, withinScope } from './rows/scope.ts';
import { isUuid } from './rows/text-search.ts';

export async function insertStoredFile(db: HttpDatabase, ownerUserId: OwnerId, file: Omit<StoredFileRow, 'ownerUserId'>): Promise<void> {
  await db.insert(storedFiles).values({ ...file, ownerUserId });
}

/** A file by its id, or the newest with that name. */
export async function findStoredFile(
  db: HttpDatabase,
  scope: Scope,
  by: { id: string } | { fileName: string },
): Promise<StoredFileRow | null> {
  if ('id' in by && !isUuid(by.id)) return null;
  const [row] = await db
    .select()
    .from(storedFiles)
    .where(and(withinScope(scope, storedFiles.ownerUserId), 'id' in by ? eq(storedFiles.id, by.id) : eq(storedFiles.fileName, by.fileName)))
    .orderBy(desc(storedFiles.createdAt))
    .limit(1);
  return row ?? null;
}

/** From any uploader: for files that nothing needs any more. */
export async function deleteStoredFile(db: HttpDatabase, id: string): Promise<void> {
  if (isUuid(id)) await db.delete(storedFiles).where(eq(storedFiles.id, id));
}
