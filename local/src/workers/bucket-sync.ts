import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Response } from 'miniflare';
import { syncPath } from '../disk/write-durably.ts';
import type { LocalHandler } from '../pages/local-handler.ts';

/**
 * Syncs the files that local buckets have written since the last call (local/workerd/synced-buckets.ts). A file gets
 * its content before its name and never changes.
 *
 * @param objectsDir where Miniflare stores the Workers' data
 */
export function bucketSyncHandler(objectsDir: string): LocalHandler {
  const buckets = join(objectsDir, 'r2');
  const synced = new Set<string>();
  return async () => {
    for (const bucket of readdirSync(buckets)) {
      const folder = join(buckets, bucket, 'blobs');
      if (!existsSync(folder)) continue;
      const fresh = readdirSync(folder).filter((name) => !synced.has(name));
      for (const name of fresh) {
        if (syncIfThere(join(folder, name))) synced.add(name);
      }
      if (fresh.length > 0) syncPath(folder);
    }
    return new Response(null, { status: 204 });
  };
}

/** A file that another call is still writing is renamed, and a replaced file is deleted. */
function syncIfThere(file: string): boolean {
  try {
    syncPath(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
