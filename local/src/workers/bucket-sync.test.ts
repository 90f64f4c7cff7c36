import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Miniflare } from 'miniflare';
import { afterAll, expect, test } from 'vitest';
import { bucketSyncHandler } from './bucket-sync.ts';

const LOCAL_WORKERS = join(import.meta.dirname, '..', '..', 'workerd');
const WORKER = `
import { withSyncedBuckets } from './synced-buckets.js';
export default {
  async fetch(request, env) {
    const { FILES, KEPT } = withSyncedBuckets(env);
    if (request.method === 'PUT') return Response.json({ key: (await FILES.put('greeting', 'hello')).key });
    return new Response((await (await FILES.get('greeting'))?.text() ?? 'nothing') + KEPT);
  },
};`;

const folder = mkdtempSync(join(tmpdir(), 'portage-buckets-'));
const sync = bucketSyncHandler(folder);
let syncs = 0;
let status = 204;
const miniflare = new Miniflare({
  host: '127.0.0.1',
  port: 0,
  cf: false,
  resourcePersistencePath: folder,
  workers: [
    {
      config: {
        name: 'files',
        compatibilityDate: '2026-11-01',
        manifest: {
          mainModule: 'worker.js',
          modulesRoot: LOCAL_WORKERS,
          modules: {
            'worker.js': { type: 'esm', contents: WORKER },
            'synced-buckets.js': {
              type: 'esm',
              contents: stripTypeScriptTypes(readFileSync(join(LOCAL_WORKERS, 'synced-buckets.ts'), 'utf8')),
            },
          },
        },
        env: {
          FILES: { type: 'r2', name: 'files' },
          KEPT: { type: 'text', value: '!' },
          DISK: {
            type: 'fetcher',
            handler: async (request: never) => {
              syncs += 1;
              const synced = await sync(request);
              return status === 204 ? synced : new Response(null, { status });
            },
          } as never,
        },
      },
    },
  ],
});
const url = await miniflare.ready;
afterAll(async () => {
  await miniflare.dispose();
  rmSync(folder, { recursive: true, force: true });
});

test('a bucket’s file is synced before its writer continues, and other bindings stay as they are', async () => {
  expect(await (await fetch(url, { method: 'PUT' })).json()).toEqual({ key: 'greeting' });
  expect(syncs).toBe(1);
  expect(await (await fetch(url)).text()).toBe('hello!');
  expect(syncs).toBe(1);
});

test('a file that cannot be synced fails its writer', async () => {
  status = 500;
  expect((await fetch(url, { method: 'PUT' })).status).toBe(500);
});
