import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNeonEndpoint } from '../neon/endpoint.ts';
import { POSTGRES_USER, startServer, stopServer } from '../postgres/cluster.ts';
import { findFreePort } from '../postgres/free-port.ts';
import { applyMigrations } from '../postgres/migrate.ts';
import { stopPostmaster } from '../postgres/postmaster.ts';
import { copyClusterTemplate, TEST_PASSWORD } from './cluster-template.ts';

export interface TestDatabase {
  databaseUrl: string;
  /** Origin of the Neon endpoint in front of it. */
  neonProxyUrl: string;
  stop(): Promise<void>;
}

const PREFIX = 'portage-test-db-';

/**
 * A migrated PostgreSQL of its own in a temporary folder, behind a Neon endpoint; for vitest's `globalSetup`.
 * Nothing of it outlives `stop()`; what a killed test run left behind is cleared by the next one.
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
  const databaseUrl = `postgres://${POSTGRES_USER}:${TEST_PASSWORD}@127.0.0.1:${port}/postgres`;
  await applyMigrations(databaseUrl);
  const endpoint = await startNeonEndpoint({ databaseUrl });
  return {
    databaseUrl,
    neonProxyUrl: endpoint.origin,
    async stop() {
      await endpoint.stop();
      await stopServer(server, 'immediate');
      rmSync(folder, { recursive: true, force: true });
    },
  };
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
