import { renameSync, writeFileSync } from 'node:fs';

/** A command that is killed leaves either the old file or the new one. */
export function writeFileWhole(path: string, text: string, mode = 0o644): void {
  writeFileSync(`${path}.new`, text, { mode });
  renameSync(`${path}.new`, path);
}
