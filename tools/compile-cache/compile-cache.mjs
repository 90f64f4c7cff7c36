// Runs on plain Node 20, before anything is installed: only Node's own modules here.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The folder of Node's compile cache for one lock file, which also names the Node version. Node never empties a cache, so the folders
 * of other lock files are removed here: what they hold is compiled again where it is still in use.
 */
export function compileCacheOf(parent, lockHash) {
  const name = `lock-${lockHash.slice(0, 16)}`;
  const folder = join(parent, name);
  mkdirSync(folder, { recursive: true });
  for (const other of readdirSync(parent)) if (other !== name) removeIfPossible(join(parent, other));
  return folder;
}

/** A cache that another process is writing into may refuse; the next start tries again. */
function removeIfPossible(folder) {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Nothing depends on it.
  }
}
