import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { type DataDir, freePort, startStack, temporaryDataDir } from './stack.ts';

const run = promisify(execFile);

/**
 * The data folder of a Portage that was started once and stopped in order: a database with its tables, the demo, every area
 * deployed. A start on a copy of it takes a third of the processor time of a first start.
 */
export async function makeStartedDataDir(): Promise<DataDir> {
  const made = await temporaryDataDir();
  const stack = await startStack({ dataDir: made.dataDir, port: await freePort() });
  await stack.stop();
  return made;
}

/** A copy of the started data folder, which every test file may change; it goes with `remove`. */
export async function startedDataDir(started: string | null = inject('startedDataDir')): Promise<DataDir> {
  const made = await temporaryDataDir();
  // PostgreSQL keeps its files to its own user, which Node's copy would not. `join` would take the dot away, and `cp` the folder for its content.
  if (started) await run('cp', ['-a', `${started}/.`, made.dataDir]);
  return made;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Null where the tests run against a Portage that was there before. */
    startedDataDir: string | null;
  }
}
