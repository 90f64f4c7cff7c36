import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type pg from 'pg';
import { startNeonEndpoint } from '../neon/endpoint.ts';
import { MissingBinaryError } from '../postgres/binaries.ts';
import { PostgresStartError } from '../postgres/cluster.ts';
import { startLocalPostgres } from '../postgres/local-postgres.ts';
import { LogFile } from '../processes/log-file.ts';
import { StartError } from '../start-error.ts';
import type { DataFolder } from './data-folder.ts';
import type { Secrets } from './secrets.ts';
import type { Settings } from './settings.ts';

const { Client } = createRequire(import.meta.url)('pg') as typeof pg;

export interface OpenDatabase {
  databaseUrl: string;
  /** Null if the database is at Neon: the Workers then use Neon's own endpoint. */
  neonOrigin: string | null;
  stop(): Promise<void>;
}

/** Opens the person's own database or the embedded one, behind a Neon endpoint unless it is at Neon. */
export async function openDatabase(settings: Settings, folder: DataFolder, secrets: Secrets): Promise<OpenDatabase> {
  if (settings.databaseUrl) {
    await checkReachable(settings.databaseUrl);
    return withEndpoint(settings.databaseUrl, async () => {});
  }
  if (!existsSync(join(folder.postgres, 'initialised'))) console.log('Preparing the database (once, a few seconds) …');
  try {
    const postgres = await startLocalPostgres({
      dataDir: folder.postgres,
      log: new LogFile(join(folder.logs, 'postgres.log')),
      password: secrets.databasePassword,
      onCrash: (how) => console.log(`${how}; starting it again.`),
      onFailing: (reason) => console.error(`PostgreSQL does not start: ${reason} Portage keeps trying. See ${folder.logs}.`),
    });
    return await withEndpoint(postgres.databaseUrl, () => postgres.stop());
  } catch (error) {
    if (error instanceof MissingBinaryError || error instanceof PostgresStartError)
      throw new StartError(`PostgreSQL did not start: ${error.message}`);
    throw error;
  }
}

async function withEndpoint(databaseUrl: string, stopDatabase: () => Promise<void>): Promise<OpenDatabase> {
  if (new URL(databaseUrl).hostname.endsWith('.neon.tech')) return { databaseUrl, neonOrigin: null, stop: stopDatabase };
  const endpoint = await startNeonEndpoint({ databaseUrl });
  return {
    databaseUrl,
    neonOrigin: endpoint.origin,
    async stop() {
      await endpoint.stop();
      await stopDatabase();
    },
  };
}

async function checkReachable(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    throw new StartError(`The database of DATABASE_URL cannot be reached: ${message || code}`);
  } finally {
    await client.end().catch(() => {});
  }
}
