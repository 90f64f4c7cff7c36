import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { Client as PostgresClient } from 'pg';

const ROOT = join(import.meta.dirname, '..', '..');
const READY = /Portage is ready on http:\/\/localhost:(\d+)/;

export interface Portage {
  /** The start process; all others descend from it. */
  pid: number;
  port: number;
  baseUrl: string;
  /** From the command to the ready line. */
  readyMs: number;
  /** The process that runs the Workers. */
  workerdPid(): Promise<number>;
  /** A separate connection to Portage's PostgreSQL; the caller ends it. */
  connectDatabase(): Promise<PostgresClient>;
  /** PostgreSQL's log, including earlier starts. */
  readPostgresLog(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts Portage as `npm start` does, on its own data folder. */
export async function startPortage(dataDir: string): Promise<Portage> {
  const port = await freePort();
  const startMs = performance.now();
  const child = spawn(process.execPath, [join(ROOT, 'tools', 'start.mjs')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    // Scenarios start systems that workflows call.
    env: { PORTAGE_EGRESS_ALLOW: '127.0.0.1:*', ...process.env, PORT: String(port), PORTAGE_DATA_DIR: dataDir },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (READY.test(output)) resolve();
    });
    void ended.then(() => reject(new Error(`Portage did not start:\n${output}`)));
  });
  return {
    pid: child.pid ?? 0,
    port,
    baseUrl: `http://localhost:${port}`,
    readyMs: performance.now() - startMs,
    async workerdPid() {
      return (JSON.parse(await readFile(join(dataDir, 'workerd.pid'), 'utf8')) as { pid: number }).pid;
    },
    async connectDatabase() {
      const { databasePassword } = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as { databasePassword: string };
      const postmaster = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
      const client = new PostgresClient({
        host: '127.0.0.1',
        port: Number(postmaster[3]),
        user: 'portage',
        password: databasePassword,
        database: 'postgres',
      });
      await client.connect();
      return client;
    },
    readPostgresLog: () => readFile(join(dataDir, 'logs', 'postgres.log'), 'utf8'),
    async stop() {
      child.kill('SIGINT');
      await ended;
    },
  };
}

export async function temporaryDataDir(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portage-bench-'));
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }) };
}

export const BENCH_USER = { email: 'bench@example.com', password: 'a-long-password' };

/** The client of a new user, whom nothing else slows down. */
export async function signUp(baseUrl: string): Promise<Client<Calls>> {
  const { user } = await createClient<Calls>({ baseUrl })('POST /api/users/signup', {
    body: { firstName: 'Bench', lastName: 'Mark', ...BENCH_USER },
  });
  return createClient<Calls>({ baseUrl, getAccessToken: () => user.accessToken.value });
}

/** Makes an active webhook workflow. @returns its id and its webhook's path */
export async function activeWebhook(api: Client<Calls>, name: string, steps: unknown[]): Promise<{ workflowId: string; path: string }> {
  const { workflow } = await api('POST /api/workflows', { body: { name, steps: steps as never } });
  const params = { id: workflow.id };
  await api('POST /api/workflows/{id}/activate', { params });
  const { webhookUrl } = await api('GET /api/workflows/generate-webhook-url/{id}', { params });
  return { workflowId: workflow.id, path: new URL(webhookUrl).pathname };
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port'))));
    });
  });
}
