export interface StoredFile {
  bytes: Uint8Array;
  contentType: string;
}

/** The file store: R2, or its local double on this machine's disk. */
export interface FileStore {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  get(key: string): Promise<StoredFile | null>;
  remove(key: string): Promise<void>;
}

/** The `storageType` of a file location (spec CTYPE-05). */
export const STORAGE_TYPE = 'R2';

export function fileStore(bucket: R2Bucket): FileStore {
  return {
    async put(key, bytes, contentType) {
      await bucket.put(key, bytes, { httpMetadata: { contentType } });
    },
    async get(key) {
      const found = await bucket.get(key);
      if (!found) return null;
      return {
        bytes: new Uint8Array(await found.arrayBuffer()),
        contentType: found.httpMetadata?.contentType ?? 'application/octet-stream',
      };
    },
    remove: (key) => bucket.delete(key),
  };
}

export function uploadKey(fileStorageId: string): string {
  return `uploads/${fileStorageId}`;
}
