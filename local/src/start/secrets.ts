import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { StartError } from './start-error.ts';

export interface Secrets {
  tokenSecret: string;
  databasePassword: string;
}

/** The secrets of this data folder, made once; only its owner can read the file. */
export function readSecrets(file: string): Secrets {
  if (existsSync(file)) {
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
    } catch {
      throw new StartError(`${file} is damaged: restore it, or remove the whole data folder to begin anew.`);
    }
  }
  const secrets: Secrets = { tokenSecret: randomBytes(48).toString('base64url'), databasePassword: randomBytes(24).toString('base64url') };
  // Renamed into place, so that a killed first start leaves a whole file or none.
  writeFileSync(`${file}.new`, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return secrets;
}
