import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { Miniflare, Response } from 'miniflare';
import { afterAll, describe, expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, '..', '..', 'workerd');
const source = (name: string) => stripTypeScriptTypes(readFileSync(join(FOLDER, `${name}.ts`), 'utf8'));
/** Calls the address it is given, as the engine's bundle does. */
const ENGINE = `
export class Named {}
export default {
  async fetch(request) {
    const { url, init } = await request.json();
    return fetch(url, init);
  },
};`;
const createResponder = (name: string) => ({ type: 'fetcher' as const, handler: async () => new Response(name) });
const modules = {
  'direct.js': source('direct-worker'),
  'direct-fetch.js': source('direct-fetch'),
  'way-out.js': source('way-out'),
  'synced-buckets.js': source('synced-buckets'),
  'index.js': ENGINE,
};

const miniflare = new Miniflare({
  host: '127.0.0.1',
  port: 0,
  cf: false,
  workers: [
    {
      config: {
        name: 'durable-runs',
        compatibilityDate: '2026-11-01',
        manifest: {
          mainModule: 'direct.js',
          modulesRoot: FOLDER,
          modules: Object.fromEntries(Object.entries(modules).map(([name, contents]) => [name, { type: 'esm' as const, contents }])),
        },
        env: {
          NEON: createResponder('neon'),
          NEON_ORIGIN: { type: 'text', value: 'http://127.0.0.1:5432' },
          PUBLIC: createResponder('public'),
          ALLOWED: createResponder('allowed'),
          ALLOWED_HOSTS: { type: 'json', value: ['127.0.0.1:9000', 'inner.example:*'] },
          SIMULATED: createResponder('simulators'),
          SIMULATOR_HOSTS: { type: 'json', value: ['api.simulated.example', '*.shops.example'] },
        },
      },
      dev: { outboundService: createResponder('outbound') },
    },
  ],
});
const port = (await miniflare.ready).port;
afterAll(() => miniflare.dispose());

async function calling(url: string, init: object): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: JSON.stringify({ url, init }) });
  return answer.text();
}

describe('the engine’s calls in a local Portage', () => {
  test.each([
    ['https://shop.example/', 'public'],
    ['http://127.0.0.1:9001/', 'public'],
    ['http://127.0.0.1:9000/x', 'allowed'],
    ['https://INNER.example/', 'allowed'],
    ['http://127.0.0.1:5432/sql', 'neon'],
    ['https://api.simulated.example/', 'simulators'],
    ['https://one.shops.example/', 'simulators'],
  ])('%s leaves through %s', async (url, network) => {
    expect(await calling(url, { redirect: 'manual' })).toBe(network);
  });

  test('a call that follows redirects takes the longer way, which checks every hop', async () => {
    expect(await calling('http://127.0.0.1:9000/', {})).toBe('outbound');
  });
});
