// Not by import(): esbuild then starts the modules of this package late, and misses some that are also imported here directly.
import { readAgain as readUploadAgain } from '@portage/connectors/document';
import type { ConnectorDocument } from '@portage/connectors/openapi';
import { DocumentCache, documentFileKey, StoredFormatError } from '@portage/connectors/stored';
import { log } from '@portage/contracts/log';

/** Documents of connector types, as runs use them. */
export interface DocumentLibrary {
  /**
   * @param fileStorageId of the type's document.
   * @returns null when it is gone.
   */
  open(fileStorageId: string): Promise<ConnectorDocument | null>;
}

/** Of the isolate: every shard in it reads a document once. */
const cache = new DocumentCache();

/** The documents that edge-api read and keeps in the file store; documents that an earlier version of Portage kept are read again. */
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
  // With the index, all is there.
  await write('index', index);
  return true;
}
