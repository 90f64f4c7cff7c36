// Not with import(): esbuild would then initialize this package's modules late and skip some that are also imported here directly.
import { readAgain as readUploadAgain } from '@portage/connectors/document';
import type { ConnectorDocument } from '@portage/connectors/openapi';
import { DocumentCache, documentFileKey, StoredFormatError } from '@portage/connectors/stored';
import { log } from '@portage/contracts/log';

export interface DocumentLibrary {
  /**
   * @param fileStorageId file of the type's document.
   *
   * @returns null if it's gone.
   */
  open(fileStorageId: string): Promise<ConnectorDocument | null>;
}

/** Shared by all shards of the isolate, so each document is read once. */
const cache = new DocumentCache();

/** The documents edge-api parsed and keeps in the file store. Documents stored by an earlier version of Portage are parsed again. */
export function documentLibrary(files: R2Bucket): DocumentLibrary {
  const load = async (key: string) => (await files.get(key))?.text() ?? null;
  return {
    async open(fileStorageId) {
      const document = await cache.open(fileStorageId, load).catch((error: unknown) => {
        if (error instanceof StoredFormatError) return null;
        throw error;
      });
      if (document) return document;
      if (!(await readAgain(files, fileStorageId))) return null;
      return cache.open(fileStorageId, load);
    },
  };
}

async function readAgain(files: R2Bucket, fileStorageId: string): Promise<boolean> {
  const upload = await files.get(`uploads/${fileStorageId}`);
  if (!upload) return false;
  const imported = readUploadAgain(new Uint8Array(await upload.arrayBuffer()), upload.httpMetadata?.contentType ?? null);
  if (!imported.ok) return false;
  log('info', 'A document was read again from its upload', { fileStorageId });
  const { index, parts } = imported.stored;
  const write = (part: number | 'index', text: string) =>
    files.put(documentFileKey(fileStorageId, part), text, { httpMetadata: { contentType: 'application/json' } });
  for (const [at, part] of parts.entries()) await write(at, part);
  // Written last: if the index exists, everything does.
  await write('index', index);
  return true;
}
