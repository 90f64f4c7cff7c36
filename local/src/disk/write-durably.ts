import { closeSync, fsyncSync, openSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Replaces a file so that it is whole at any later moment, even after a power failure: a renamed file whose content was
 * never synced can come back empty.
 *
 * @param mode for a new file
 * @throws what the file system reports; the earlier content is then still there
 */
export function writeDurably(file: string, content: string | Uint8Array, mode?: number): void {
  const next = `${file}.new`;
  const descriptor = openSync(next, 'w', mode);
  try {
    writeFileSync(descriptor, content);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(next, file);
  syncPath(dirname(file));
}

/** Moves a finished folder into place; everything below it is on disk before the new name is. */
export function moveFolderDurably(from: string, to: string): void {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() || entry.isDirectory()) syncPath(join(entry.parentPath, entry.name));
  }
  syncPath(from);
  renameSync(from, to);
  syncPath(dirname(to));
}

/** Waits until the content of a file, or the names in a folder, are on disk. */
export function syncPath(path: string): void {
  // Windows can't sync a path that is open for reading only.
  if (process.platform === 'win32') return;
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
