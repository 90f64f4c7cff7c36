import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Miniflare } from 'miniflare';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readSettings } from '../start/settings.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'workerd');
const source = stripTypeScriptTypes(readFileSync(join(FOLDER, 'development-worker.ts'), 'utf8'));
const shell = `export default { fetch: (request) => new URL(request.url).pathname === '/mfe-registry.json'
  ? Response.json({ revision: 3, areas: {}, development: null }, { headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } })
  : new Response('shell') }`;

let server: Server;
let asked: string[] = [];
let miniflare: Miniflare;
let origin: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200, { 'cache-control': 'max-age=600' }).end('from the development server');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const worker = (name: string, script: string, env = {}) => ({
    config: {
      name,
      compatibilityDate: '2026-11-01',
      manifest: { mainModule: 'worker.js', modulesRoot: FOLDER, modules: { 'worker.js': { type: 'esm' as const, contents: script } } },
      env,
    },
  });
  miniflare = new Miniflare({
    host: '127.0.0.1',
    port: 0,
    cf: false,
    workers: [
      worker('development', source, {
        AREA: { type: 'text', value: 'workflows' },
        SERVER: { type: 'external', address: `127.0.0.1:${(server.address() as AddressInfo).port}`, http: {} },
        SHELL: { type: 'worker', worker: 'shell' },
      }),
      worker('shell', shell),
    ],
  });
  origin = (await miniflare.ready).origin;
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  await miniflare.dispose();
  server.close();
});

test('serves the one area from its development server, and tells browsers not to cache it', async () => {
  const response = await fetch(`${origin}/mfe/workflows/dev/remoteEntry.js?x=1`);
  expect(await response.text()).toBe('from the development server');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(asked).toEqual(['/mfe/workflows/dev/remoteEntry.js?x=1']);
});

test('names the area in the registry, with the shell’s other areas and its headers', async () => {
  const response = await fetch(`${origin}/mfe-registry.json`);
  expect(await response.json()).toEqual({ revision: 3, areas: {}, development: { areas: ['workflows'] } });
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});

test.each([
  '/mfe/connectors/dev/remoteEntry.js',
  '/mfe/workflows/abc123/remoteEntry.js',
  '/mfe/workflows/dev',
  '/mfe/workflows/dev/../../connectors/dev/x.js',
  '/mfe/workflows/dev/%2e%2e/%2e%2e/connectors/dev/x.js',
  '/?area=workflows&to=/mfe/workflows/dev/x.js',
])('HOSTILE 35: %s does not reach the development server', async (path) => {
  expect(await (await fetch(origin + path)).text()).toBe('shell');
  expect(asked).toEqual([]);
});

test('HOSTILE 35: a request cannot choose the area or the server', async () => {
  const headers = { 'x-area': 'connectors', area: 'connectors', cookie: 'development=connectors', forwarded: 'host=evil.example' };
  const response = await fetch(`${origin}/mfe-registry.json?development=connectors`, { headers });
  expect(((await response.json()) as { development: unknown }).development).toEqual({ areas: ['workflows'] });
  await fetch(`${origin}/mfe/connectors/dev/x.js`, { headers });
  expect(asked).toEqual([]);
});

test('HOSTILE 35: the person who starts Portage names an area, never an address', () => {
  expect(readSettings({}).developmentArea).toBeNull();
  expect(readSettings({ PORTAGE_DEVELOPMENT_AREA: 'workflows' }).developmentArea).toBe('workflows');
  for (const name of ['http://evil.example', '127.0.0.1:27101', 'shell', '__proto__', 'workflows,connectors']) {
    expect(() => readSettings({ PORTAGE_DEVELOPMENT_AREA: name })).toThrow('the name of an area');
  }
});
