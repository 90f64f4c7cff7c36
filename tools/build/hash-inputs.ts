import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from '@portage/build-output';

const IGNORED_FOLDERS = new Set(['node_modules', 'dist', '.wrangler', 'test', 'screenshots']);

/**
 * One hash over the names and contents of all files below `paths` (folders or files, from the repository's root),
 * without tests and build output. The same inputs give the same text on every machine.
 */
export function hashInputs(paths: readonly string[], extra = ''): string {
  const hash = createHash('sha256').update(extra);
  for (const path of [...paths].sort()) {
    for (const file of filesBelow(join(ROOT, path))) {
      hash.update(`\0${relative(ROOT, file)}\0`).update(readFileSync(file));
    }
  }
  return hash.digest('hex').slice(0, 12);
}

function filesBelow(path: string): string[] {
  let entries: ReturnType<typeof readFolder>;
  try {
    entries = readFolder(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return [path];
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return entries.flatMap((entry) => {
    const below = join(path, entry.name);
    if (entry.isDirectory()) return IGNORED_FOLDERS.has(entry.name) ? [] : filesBelow(below);
    return entry.isFile() && !/\.test\.tsx?$/.test(entry.name) ? [below] : [];
  });
}

function readFolder(path: string) {
  return readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
}
