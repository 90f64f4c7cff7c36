import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliError, exitCodes } from '../cli-error.ts';

const LARGEST_FILE_BYTES = 100_000_000;

/**
 * A path in a folder of workflows. A cloned folder could have links to files elsewhere, which a script would send to the server or a pull
 * would replace.
 *
 * @throws CliError `invalid` for a symbolic link below the folder
 */
export function projectPath(folder: string, ...names: string[]): string {
  return names.reduce((parent, name) => {
    const path = join(parent, name);
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new CliError(exitCodes.invalid, `${names.join('/')}: “${name}” is a symbolic link. Replace it with what it points to.`);
    return path;
  }, folder);
}

/**
 * @returns the text without a byte order mark; undefined if there is no such file
 * @throws CliError `invalid` for a symbolic link, a folder or a file above 100 MB
 */
export function readProjectFile(folder: string, ...names: string[]): string | undefined {
  const path = projectPath(folder, ...names);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) return undefined;
  if (!stats.isFile()) throw new CliError(exitCodes.invalid, `${names.join('/')} isn’t a file.`);
  if (stats.size > LARGEST_FILE_BYTES) throw new CliError(exitCodes.invalid, `${names.join('/')} is larger than 100 MB.`);
  return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
}
