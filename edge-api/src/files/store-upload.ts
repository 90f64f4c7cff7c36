import { type FileLocation, insertStoredFile } from '@portage/database';
import type { UserContext } from '../http/context.ts';
import { fileStore, STORAGE_TYPE, uploadKey } from './file-store.ts';

/** Stores a file of the caller. */
export async function storeUpload(
  { env, db, user, newId, now }: UserContext,
  { fileName, contentType, bytes }: { fileName: string; contentType: string; bytes: Uint8Array },
): Promise<FileLocation> {
  const id = newId();
  await fileStore(env.FILES).put(uploadKey(id), bytes, contentType);
  await insertStoredFile(db, user.id, { id, fileName, contentType, sizeBytes: bytes.byteLength, createdAt: now() });
  return { fileName, fileStorageId: id, storageType: STORAGE_TYPE };
}
