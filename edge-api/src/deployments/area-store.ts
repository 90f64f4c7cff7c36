import { fileKey, isVersion, SHARED_FOLDER } from '@portage/registry';

export interface StoredAreaFile {
  sha256: string;
  bytes: number;
}

/** The store of area versions. Existing files are never overwritten. */
export function areaStore(bucket: R2Bucket) {
  return {
    async find(area: string, version: string, path: string): Promise<StoredAreaFile | null> {
      const found = await bucket.head(fileKey(area, version, path));
      return found && storedFile(found);
    },

    /** @returns false when the file exists by then; it stays unchanged */
    async add(area: string, version: string, path: string, bytes: Uint8Array, sha256: string): Promise<boolean> {
      const written = await bucket.put(fileKey(area, version, path), bytes, {
        onlyIf: { etagDoesNotMatch: '*' },
        sha256,
        customMetadata: { sha256 },
      });
      return written !== null;
    },

    async readText(area: string, version: string, path: string): Promise<string | null> {
      const found = await bucket.get(fileKey(area, version, path));
      return found ? found.text() : null;
    },

    /** A version's files, without the shared ones. */
    list: (area: string, version: string) => listBelow(bucket, fileKey(area, version, '')),

    /** The files that versions of an area share: `shared/js/1.a0b1.js`. */
    listShared: (area: string) => listBelow(bucket, `mfe/${area}/`, `${SHARED_FOLDER}/`),

    /** Versions with at least one file, registered or not. */
    async listVersions(area: string): Promise<string[]> {
      const prefix = `mfe/${area}/`;
      const versions: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const page: R2Objects = await bucket.list({ prefix, delimiter: '/', ...(cursor ? { cursor } : {}) });
        versions.push(...page.delimitedPrefixes.map((below) => below.slice(prefix.length, -1)));
        if (!page.truncated) return versions.filter((version) => isVersion('area', version));
        cursor = page.cursor;
      }
    },

    /** Removes a version's files, without the shared ones. */
    async remove(area: string, version: string): Promise<void> {
      const keys: string[] = [];
      for await (const { key } of objectsBelow(bucket, fileKey(area, version, ''))) keys.push(key);
      await removeKeys(bucket, keys);
    },

    /** @param paths from `listShared` */
    async removeShared(area: string, paths: readonly string[]): Promise<void> {
      const keys = paths.map((path) => `mfe/${area}/${path}`);
      await removeKeys(bucket, keys);
    },
  };
}

async function listBelow(bucket: R2Bucket, base: string, folder = ''): Promise<Map<string, StoredAreaFile & { uploadedAt: Date }>> {
  const files = new Map<string, StoredAreaFile & { uploadedAt: Date }>();
  for await (const object of objectsBelow(bucket, base + folder)) {
    files.set(object.key.slice(base.length), { ...storedFile(object), uploadedAt: object.uploaded });
  }
  return files;
}

async function removeKeys(bucket: R2Bucket, keys: readonly string[]): Promise<void> {
  for (let start = 0; start < keys.length; start += 1_000) await bucket.delete(keys.slice(start, start + 1_000));
}

async function* objectsBelow(bucket: R2Bucket, prefix: string): AsyncGenerator<R2Object> {
  for (let cursor: string | undefined; ; ) {
    const page: R2Objects = await bucket.list({ prefix, include: ['customMetadata'], ...(cursor ? { cursor } : {}) });
    yield* page.objects;
    if (!page.truncated) return;
    cursor = page.cursor;
  }
}

function storedFile({ customMetadata, size }: R2Object): StoredAreaFile {
  return { sha256: customMetadata?.sha256 ?? '', bytes: size };
}
