import { execFile } from 'node:child_process';
import { scryptSync } from 'node:crypto';
import { promisify } from 'node:util';
import { changeDatabase } from '@portage/local/testing';
import { inject } from 'vitest';
import { ADMIN, DEMO } from '../api/session.ts';
import { type DataDir, freePort, startStack, temporaryDataDir } from './stack.ts';

const run = promisify(execFile);

/**
 * The data folder of a Portage that was started once and stopped in order: a database with its tables, the demo, every
 * area deployed. A start on a copy takes a third of a first start's processor time.
 */
export async function makeStartedDataDir(): Promise<DataDir> {
  const made = await temporaryDataDir();
  const stack = await startStack({ dataDir: made.dataDir, port: await freePort() });
  for (const { email, password } of [ADMIN, DEMO]) {
    await changeDatabase(made.dataDir, 'UPDATE users SET password_hash = $1 WHERE email = $2', [quickHash(password), email]);
  }
  await stack.stop();
  return made;
}

/**
 * A hash in the product's format with the lowest cost: many tests sign in to the seeded accounts, and a hash with the
 * product's own cost takes as much processor time as a page. People who sign up get the product's own.
 */
function quickHash(password: string): string {
  const [logN, blockSize, parallelization, salt] = [1, 1, 1, 'of the tests'];
  const key = scryptSync(password, salt, 32, { N: 2 ** logN, r: blockSize, p: parallelization });
  return ['scrypt', logN, blockSize, parallelization, Buffer.from(salt).toString('base64url'), key.toString('base64url')].join('$');
}

/** A copy of the started data folder, which every test file may change; `remove` deletes it. */
export async function startedDataDir(started: string | null = inject('startedDataDir')): Promise<DataDir> {
  const made = await temporaryDataDir();
  // Only PostgreSQL's own user can read its files, and Node's copy would change the owner. `join` would drop the dot,
  // and `cp` would then copy the folder itself.
  if (started) await run('cp', ['-a', `${started}/.`, made.dataDir]);
  return made;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Null if the tests run against an existing Portage. */
    startedDataDir: string | null;
  }
}
