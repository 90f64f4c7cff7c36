// Runs on plain Node 20 before anything is installed, so it imports only Node's own modules.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The folder of Node's compile cache for one lock file, which also names the Node version. Node never empties a cache,
 * so this removes other lock files' folders: code still in use is compiled again.
 */
export function compileCacheOf(parent, lockHash) {
  const name = `lock-${lockHash.slice(0, 16)}`;
  const folder = join(parent, name);
  mkdirSync(folder, { recursive: true });
  for (const other of readdirSync(parent)) if (other !== name) removeIfPossible(join(parent, other));
  return folder;
}

/** Another process may be writing to a cache, so its removal may fail; the next start tries again. */
function removeIfPossible(folder) {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Nothing depends on the removal.
  }
}
