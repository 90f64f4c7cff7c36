import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** A command that is killed leaves either the old file or the new one. */
export function writeFileWhole(path: string, text: string, mode = 0o644): void {
  // Whatever has this name, such as a link to another file or a file that others can read, isn't written to.
  rmSync(`${path}.new`, { force: true });
  writeFileSync(`${path}.new`, text, { mode, flag: 'wx' });
  renameSync(`${path}.new`, path);
}
