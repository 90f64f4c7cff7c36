import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { type NeonEndpoint, startNeonEndpoint } from '../neon/endpoint.ts';
import { POSTGRES_USER, startServer, stopServer } from '../postgres/cluster.ts';
import { findFreePort } from '../postgres/free-port.ts';
import { applyMigrations } from '../postgres/migrate.ts';
import { stopPostmaster } from '../postgres/postmaster.ts';
import { copyClusterTemplate, TEST_PASSWORD } from './cluster-template.ts';

// Through `require`, because vitest resolves the browser build for a Workers project.
const { Client } = createRequire(import.meta.url)('pg') as typeof pg;

export interface DatabaseAddress {
  databaseUrl: string;
  neonProxyUrl: string;
}

export interface TestDatabase extends DatabaseAddress {
  /** Another database on the same server, migrated and empty. Ask for copies before the first one is used. */
  copy(): Promise<DatabaseAddress>;
  stop(): Promise<void>;
}

const PREFIX = 'portage-test-db-';

/**
 * A separate migrated PostgreSQL in a temporary folder, behind a Neon endpoint; for vitest's `globalSetup`. `stop()`
 * removes all of it; the next run removes what a killed one left.
 */
export async function startTestDatabase(): Promise<TestDatabase> {
  await clearLeftovers();
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  chmodSync(folder, 0o755);
  const dataDir = join(folder, 'data');
  await copyClusterTemplate(dataDir);
  const port = await findFreePort();
  const server = await startServer({
    dataDir,
    port,
    parameters: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '64MB', max_connections: '120' },
  });
  const urlOf = (name: string) => `postgres://${POSTGRES_USER}:${TEST_PASSWORD}@127.0.0.1:${port}/${name}`;
  const databaseUrl = urlOf('postgres');
  await applyMigrations(databaseUrl);
  const endpoints: NeonEndpoint[] = [];
  const addressOf = async (name: string): Promise<DatabaseAddress> => {
    const endpoint = await startNeonEndpoint({ databaseUrl: urlOf(name) });
    endpoints.push(endpoint);
    return { databaseUrl: urlOf(name), neonProxyUrl: endpoint.origin };
  };
  let copies = 0;
  return {
    ...(await addressOf('postgres')),
    async copy() {
      copies += 1;
      const name = `copy_${copies}`;
      await copyDatabase(urlOf('template1'), name);
      return addressOf(name);
    },
    async stop() {
      await Promise.all(endpoints.map((endpoint) => endpoint.stop()));
      await stopServer(server, 'immediate');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses while the original has connections, so this connects to another database. */
async function copyDatabase(fromUrl: string, name: string): Promise<void> {
  const client = new Client({ connectionString: fromUrl });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${name} TEMPLATE postgres`);
  } finally {
    await client.end();
  }
}

async function clearLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const owner = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length).split('-')[0]) : 0;
    if (!owner || isAlive(owner)) continue;
    await stopPostmaster(join(tmpdir(), name, 'data'), 'immediate');
    rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
