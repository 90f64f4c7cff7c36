import { fileKey } from '@portage/registry';

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

    async list(area: string, version: string): Promise<Map<string, StoredAreaFile & { uploadedAt: Date }>> {
      const prefix = fileKey(area, version, '');
      const files = new Map<string, StoredAreaFile & { uploadedAt: Date }>();
      for await (const object of objectsBelow(bucket, prefix)) {
        files.set(object.key.slice(prefix.length), { ...storedFile(object), uploadedAt: object.uploaded });
      }
      return files;
    },

    /** Versions with at least one file, registered or not. */
    async listVersions(area: string): Promise<string[]> {
      const prefix = `mfe/${area}/`;
      const versions: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const page: R2Objects = await bucket.list({ prefix, delimiter: '/', ...(cursor ? { cursor } : {}) });
        versions.push(...page.delimitedPrefixes.map((below) => below.slice(prefix.length, -1)));
        if (!page.truncated) return versions;
        cursor = page.cursor;
      }
    },

    async remove(area: string, version: string): Promise<void> {
      const keys: string[] = [];
      for await (const { key } of objectsBelow(bucket, fileKey(area, version, ''))) keys.push(key);
      for (let start = 0; start < keys.length; start += 1_000) await bucket.delete(keys.slice(start, start + 1_000));
    },
  };
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
