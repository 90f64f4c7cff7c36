import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { neonConfig } from '@neondatabase/serverless';
import { sql } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { connectHttp, connectPool } from './connect.ts';

/** The way Neon shows it; the direct one has no `-pooler`. */
const env = { DATABASE_URL: 'postgresql://portage:secret@ep-cool-sea-1-pooler.eu-central-1.aws.neon.tech/portage?sslmode=require' };

afterEach(() => vi.unstubAllGlobals());

test('a deployed Portage sends single statements to Neon over HTTPS, with the database in a header', async () => {
  const asked: { url: string; database: string | null }[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, database: new Headers(init.headers).get('neon-connection-string') });
    return Response.json({ command: 'SELECT', rowCount: 0, rows: [], fields: [], rowAsArray: true });
  });
  await connectHttp(env).execute(sql`SELECT 1`);
  expect(asked).toEqual([{ url: 'https://api.eu-central-1.aws.neon.tech/sql', database: expect.stringContaining(env.DATABASE_URL) }]);
});

test('a redirect doesn’t receive the database password', async () => {
  const paths: (string | undefined)[] = [];
  const server = createServer(({ url }, response) => {
    paths.push(url);
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const realFetch = globalThis.fetch;
  const { port } = server.address() as AddressInfo;
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) => realFetch(`http://127.0.0.1:${port}/sql`, init));
  try {
    await expect(connectHttp(env).execute(sql`SELECT 1`)).rejects.toThrow();
    expect(paths).toEqual(['/sql']);
  } finally {
    server.close();
  }
});

test('a deployed Portage runs transactions on Neon over a secure WebSocket', async () => {
  const opened: string[] = [];
  class Refusing extends EventTarget {
    constructor(url: string) {
      super();
      opened.push(url);
      queueMicrotask(() => this.dispatchEvent(new Event('error')));
    }
    close() {}
  }
  neonConfig.webSocketConstructor = Refusing as unknown as typeof WebSocket;
  const pool = connectPool(env);
  const begun = pool.db.transaction(async () => {});
  await expect.poll(() => opened).toEqual(['wss://ep-cool-sea-1-pooler.eu-central-1.aws.neon.tech/v2']);
  await begun.catch(() => {});
});

test('only NEON_PROXY_URL makes a local Portage differ, and one file reads it', () => {
  const root = join(import.meta.dirname, '..', '..', '..');
  const readers = ['edge-api/src', 'durable-runs/src', 'shell/worker', 'packages/database/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .filter((name) => readFileSync(join(root, folder, name), 'utf8').includes('NEON_PROXY_URL'))
      .map((name) => `${folder}/${name}`),
  );
  expect(readers.sort()).toEqual(['durable-runs/src/env.ts', 'packages/database/src/connect.ts']);
});
