import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Miniflare, Response } from 'miniflare';
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
/** Each responds with its name and the caller's address. */
const api = `export default { async fetch(request, env) {
  if (request.url.endsWith('/api/registry')) await env.REGISTRY.put('registry', await request.text());
  return new Response('api ' + env.CALLER_ADDRESS);
} }`;
const shell = `export default { async fetch(request, env) {
  if (request.url.endsWith('/mfe-registry.json')) return new Response(await env.REGISTRY.get('registry'));
  if (request.url.includes('/static/')) return env.ASSETS.fetch(request);
  return new Response('shell ' + env.CALLER_ADDRESS);
} }`;
const source = (name: string) => stripTypeScriptTypes(readFileSync(join(FOLDER, `${name}.ts`), 'utf8'));

/** Files that were read from the site's folder. */
const readFiles: string[] = [];
const site = ({ url }: { url: string }) => {
  const { pathname } = new URL(url);
  readFiles.push(pathname);
  const headers = { 'last-modified': 'Mon, 30 Nov 2026 10:00:00 GMT', 'content-length': '9' };
  return Promise.resolve(pathname === '/shell/static/a.js' ? new Response('content()', { headers }) : new Response('', { status: 404 }));
};

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
          'cached-registry.js': source('cached-registry'),
          'shell-files.js': source('shell-files'),
          'worker.js': api,
          'shell.js': shell,
        },
        'routes.js',
        {
          REGISTRY: { type: 'kv', id: 'registry' },
          SITE: { type: 'fetcher', handler: site },
          HOSTS: { type: 'json', value: ['localhost', '127.0.0.1', '[::1]', 'portage.example'] },
          CALLER_ADDRESS: { type: 'text', value: '127.0.0.1' },
        },
      ),
      // Listens as the product does: nothing reads the call before this Worker.
      dev: { unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }] },
    },
    worker('front', { 'worker.js': 'export default { fetch: (request, env) => env.SHELL.fetch(request) }' }, 'worker.js', {
      SHELL: { type: 'worker', worker: 'edge-api', exportName: 'Shell' },
    }),
  ],
});
await miniflare.ready;
const port = Number((await miniflare.unsafeGetDirectURL('edge-api')).port);
afterAll(() => miniflare.dispose());

/** Sends the path verbatim: a client that normalises it would hide what arrives. */
function call(path: string, method = 'GET', headers: Record<string, string> = {}, body = ''): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let text = '';
      response.on('data', (part) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    })
      .on('error', reject)
      .end(body);
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

  test('the Worker in front of the shell reaches it', async () => {
    const front = await miniflare.getWorker('front');
    expect(await (await front.fetch('http://localhost/workflows')).text()).toBe('shell 127.0.0.1');
  });

  test('the registry is read from memory, and is what was last written', async () => {
    const read = async () => (await call('/mfe-registry.json')).text;
    const write = (text: string) => call('/api/registry', 'POST', {}, text);
    expect(await read()).toBe('');
    await write('first');
    expect(await read()).toBe('first');
    // Behind its back: nothing else writes the registry.
    await (await miniflare.getKVNamespace('REGISTRY', 'edge-api')).put('registry', 'other');
    expect(await read()).toBe('first');
    await write('second');
    expect(await read()).toBe('second');
  });

  test('a file of the shell whose name changes with its content is read once, and a missing one each time', async () => {
    const br = { 'accept-encoding': 'br' };
    expect(await call('/static/a.js')).toEqual({ status: 200, text: 'content()' });
    expect(await call('/static/a.js')).toEqual({ status: 200, text: 'content()' });
    expect(await call('/static/a.js', 'HEAD')).toEqual({ status: 200, text: '' });
    expect(await call('/static/a.js', 'GET', { 'if-none-match': 'W/"1796032800000-9"' })).toEqual({ status: 304, text: '' });
    expect(await call('/static/a.js', 'GET', br)).toEqual({ status: 200, text: 'content()' });
    expect(await call('/static/a.js', 'GET', br)).toEqual({ status: 200, text: 'content()' });
    expect(readFiles).toEqual(['/shell/static/a.js', '/shell/static/a.js.br', '/shell/static/a.js']);
    expect((await call('/static/b.js')).status).toBe(404);
    expect((await call('/static/b.js')).status).toBe(404);
    expect(readFiles.slice(3)).toEqual(['/shell/static/b.js', '/shell/static/b.js']);
  });
});
