import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Root of the repository, for these sources and for a bundle of them: the nearest parent folder with the lock file. */
export const ROOT = folderAbove(import.meta.dirname, 'package-lock.json');
/** The results of the build, which `npm start` serves. The build can make all of them again. */
export const CACHE = join(ROOT, '.cache');

function folderAbove(start: string, file: string): string {
  if (existsSync(join(start, file))) return start;
  const above = dirname(start);
  if (above === start) throw new Error(`No folder above ${import.meta.dirname} holds ${file}.`);
  return folderAbove(above, file);
}
