import { log } from '@portage/contracts/log';
import { deleteStoredFile, type HttpDatabase, listDocumentFileIds } from '@portage/database';
import { DAY_MS } from '@portage/primitives/durations';
import { uploadKey } from '../../files/file-store.ts';

/**
 * How long a document that no connector type names is kept: active runs, open forms and events registered
 * at a system still use it. After that, events find the type's current document.
 */
export const KEPT_MS = 30 * DAY_MS;
/** Per sweep; the next one continues. */
const MOST_REMOVED = 100;

const DOCUMENTS = 'documents/';
/** One object for each document that nothing names, created when that was first seen. */
const UNNAMED = 'unnamed-documents/';

/**
 * Removes documents that no connector type has named for a while, with their uploads and everything read from them.
 *
 * @returns how many
 */
export async function removeUnnamedDocuments(db: HttpDatabase, bucket: R2Bucket, now: Date): Promise<number> {
  // Names are read last: a document stored in between isn't in the lists, and one named in between isn't removed right away.
  const kept = await foldersIn(bucket);
  const marks = await marksIn(bucket);
  const named = new Set(await listDocumentFileIds(db));
  for (const id of marks.keys()) if (named.has(id) || !kept.has(id)) await bucket.delete(UNNAMED + id);
  let removed = 0;
  for (const id of kept) {
    if (named.has(id)) continue;
    const since = marks.get(id);
    if (since === undefined) await bucket.put(UNNAMED + id, '');
    else if (now.getTime() - since.getTime() >= KEPT_MS && removed < MOST_REMOVED) {
      await remove(db, bucket, id);
      removed += 1;
    }
  }
  if (removed > 0) log('info', 'Documents that no connector type has any more were removed', { removed });
  return removed;
}

/** The mark that there is something to remove is deleted last. */
async function remove(db: HttpDatabase, bucket: R2Bucket, id: string): Promise<void> {
  await deleteStoredFile(db, id);
  await bucket.delete(uploadKey(id));
  const index = `${DOCUMENTS}${id}/index.json`;
  const keys = (await objectsIn(bucket, `${DOCUMENTS}${id}/`)).map(({ key }) => key).filter((key) => key !== index);
  // The most that one call accepts.
  for (let at = 0; at < keys.length; at += 1_000) await bucket.delete(keys.slice(at, at + 1_000));
  await bucket.delete(index);
  await bucket.delete(UNNAMED + id);
}

async function marksIn(bucket: R2Bucket): Promise<Map<string, Date>> {
  return new Map((await objectsIn(bucket, UNNAMED)).map(({ key, uploaded }) => [key.slice(UNNAMED.length), uploaded]));
}

async function foldersIn(bucket: R2Bucket): Promise<Set<string>> {
  const ids = new Set<string>();
  for (let cursor: string | undefined, more = true; more; ) {
    const page = await bucket.list({ prefix: DOCUMENTS, delimiter: '/', ...(cursor === undefined ? {} : { cursor }) });
    for (const prefix of page.delimitedPrefixes) ids.add(prefix.slice(DOCUMENTS.length, -1));
    more = page.truncated;
    cursor = page.truncated ? page.cursor : undefined;
  }
  return ids;
}

async function objectsIn(bucket: R2Bucket, prefix: string): Promise<R2Object[]> {
  const objects: R2Object[] = [];
  for (let cursor: string | undefined, more = true; more; ) {
    const page = await bucket.list({ prefix, ...(cursor === undefined ? {} : { cursor }) });
    objects.push(...page.objects);
    more = page.truncated;
    cursor = page.truncated ? page.cursor : undefined;
  }
  return objects;
}
