import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Miniflare } from 'miniflare';
import { afterAll, describe, expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, '..', '..', 'workerd');
const worker = (name: string, modules: Record<string, string>, main: string, env = {}) => ({
  config: {
    name,
    compatibilityDate: '2026-11-01',
    manifest: {
      mainModule: main,
      modulesRoot: FOLDER,
      modules: Object.fromEntries(Object.entries(modules).map(([file, contents]) => [file, { type: 'esm' as const, contents }])),
    },
    env,
  },
});
/** Responds with the name and the caller's address, as that Worker sees it. */
const buildWorkerSource = (name: string, address: string) =>
  `export default { fetch: (request, env) => new Response('${name} ' + (${address})) }`;
const api = buildWorkerSource('api', 'env.CALLER_ADDRESS');
const shell = buildWorkerSource('shell', "request.headers.get('cf-connecting-ip')");
const source = (name: string) => stripTypeScriptTypes(readFileSync(join(FOLDER, `${name}.ts`), 'utf8'));

const miniflare = new Miniflare({
  host: '127.0.0.1',
  port: 0,
  cf: false,
  workers: [
    {
      ...worker(
        'edge-api',
        {
          'routes.js': source('routes-worker'),
          'direct-fetch.js': source('direct-fetch'),
          'way-out.js': source('way-out'),
          'synced-buckets.js': source('synced-buckets'),
          'worker.js': api,
        },
        'routes.js',
        {
          SHELL: { type: 'worker', worker: 'shell' },
          HOSTS: { type: 'json', value: ['localhost', '127.0.0.1', '[::1]', 'portage.example'] },
          CALLER_ADDRESS: { type: 'text', value: '127.0.0.1' },
        },
      ),
      // Listens as the product does: nothing reads the call before this Worker.
      dev: { unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }] },
    },
    worker('shell', { 'worker.js': shell }, 'worker.js'),
  ],
});
await miniflare.ready;
const port = Number((await miniflare.unsafeGetDirectURL('edge-api')).port);
afterAll(() => miniflare.dispose());

/** Sends the path verbatim: a client that normalises it would hide what arrives. */
function call(path: string, method = 'GET', headers: Record<string, string> = {}): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let text = '';
      response.on('data', (part) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    })
      .on('error', reject)
      .end();
  });
}

async function ask(path: string, method = 'GET'): Promise<string> {
  return (await call(path, method)).text.split(' ')[0] ?? '';
}

/** Sends a request head verbatim and returns the response's first line. */
function statusLine(head: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head}\r\nConnection: close\r\n\r\n`));
    let text = '';
    socket.on('data', (part) => {
      text += part;
    });
    socket.on('end', () => resolve(text.split('\r\n')[0] ?? ''));
    socket.on('error', reject);
  });
}

describe('the names that the local port accepts', () => {
  test.each([
    'Host: localhost\r\nHost: localhost',
    'Host: localhost:80\r\nHost: localhost:80',
    'Host: localhost\r\nHost: rebound.example',
    'Host: localhost, localhost',
    'Host: localhost:80 localhost',
    'Host: localhost:http',
    'Host: local host',
    'Host: ',
  ])('HOSTILE 41: %j is refused as a bad request, for every path', async (hosts) => {
    for (const path of ['/', '/api/health']) expect(await statusLine(`GET ${path} HTTP/1.1\r\n${hosts}`)).toContain(' 400 ');
  });

  test.each(['localhost', 'localhost:8080', '127.0.0.1', '[::1]:8080', 'LOCALHOST', 'portage.example:80'])(
    '%s is accepted',
    async (host) => {
      expect((await call('/api/health', 'GET', { host })).status).toBe(200);
      expect((await call('/', 'GET', { host })).status).toBe(200);
    },
  );

  test.each([
    'rebound.example',
    'localhost.evil.example',
    'evil.example:8080',
    'localhost@evil.example',
    '127.0.0.1.nip.example',
    '0.0.0.0',
    'portage.example.',
  ])('HOSTILE 41: %s is refused, on every path', async (host) => {
    for (const path of ['/', '/api/users/signin', '/api/webhooks/code', '/mfe-registry.json', '/local/outbox']) {
      const { status, text } = await call(path, 'POST', { host });
      expect(status).toBe(421);
      expect(JSON.parse(text)).toMatchObject({ errors: [{ code: 'unknown-host' }] });
    }
  });

  test('the Workers receive the address of the caller’s socket', async () => {
    expect((await call('/api/health')).text).toBe('api 127.0.0.1');
    expect((await call('/')).text).toBe('shell 127.0.0.1');
  });

  test('HOSTILE 41: a caller can’t claim its own address: forged addresses reach no Worker', async () => {
    expect((await call('/api/health', 'POST', { 'CF-Connecting-IP': '9.9.9.9' })).text).toBe('api 127.0.0.1');
    expect((await call('/', 'GET', { 'cf-connecting-ip': '9.9.9.9' })).text).toBe('shell 127.0.0.1');
  });
});

describe('the routes of the local port', () => {
  test.each(['/api', '/api/', '/api?x=1', '/api/health', '/api/webhooks/code?next=/mfe/'])('%s goes to edge-api', async (path) => {
    expect(await ask(path)).toBe('api');
    expect(await ask(path, 'POST')).toBe('api');
  });

  test.each(['/', '/apis', '/apix/health', '/workflows/api/', '/mfe/api/1/x.js', '/?to=/api/health', '//api/health', '/local/outbox'])(
    '%s goes to the shell',
    async (path) => {
      expect(await ask(path)).toBe('shell');
    },
  );
});
