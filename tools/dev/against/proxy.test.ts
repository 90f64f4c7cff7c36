import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startProxy } from './proxy.ts';

interface Asked {
  url: string;
  headers: IncomingMessage['headers'];
}

const site = mkdtempSync(join(tmpdir(), 'portage-against-'));
mkdirSync(join(site, 'shell/static/js'), { recursive: true });
writeFileSync(join(site, 'shell/index.html'), 'the development shell');
writeFileSync(join(site, 'shell/static/js/index.js'), 'its script');
writeFileSync(join(site, 'secret.js'), 'not a file of the shell');

let asked: Asked[] = [];
let target: Server;
let developed: Server;
let proxy: Server;
let local: string;
const origin = (server: Server) => `http://localhost:${(server.address() as AddressInfo).port}`;

async function listen(respond: Parameters<typeof createServer>[1] & {}): Promise<Server> {
  const server = createServer(respond);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

beforeAll(async () => {
  target = await listen((incoming, response) => {
    asked.push({ url: incoming.url ?? '', headers: incoming.headers });
    if (incoming.url === '/mfe-registry.json')
      return response.end(JSON.stringify({ revision: 7, areas: { admin: { version: 'v1' }, billing: { version: 'v1' } } }));
    response.setHeader('content-security-policy', "default-src 'none'");
    response.setHeader('strict-transport-security', 'max-age=1');
    response.setHeader('set-cookie', ['__Host-a=1; Path=/; Secure; HttpOnly; SameSite=None; Domain=staging.example']);
    if (incoming.url === '/api/moved') response.setHeader('location', `${origin(target)}/workflows?a=1`);
    response.end('from the target');
  });
  target.on('upgrade', (incoming, socket) => {
    asked.push({ url: incoming.url ?? '', headers: incoming.headers });
    socket.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n\r\nlive');
  });
  developed = await listen((_, response) => response.end('from the development server'));
  proxy = await startProxy({
    target: origin(target),
    areas: ['billing'],
    site,
    port: 0,
    developmentPort: () => (developed.address() as AddressInfo).port,
  });
  local = origin(proxy);
});
beforeEach(() => {
  asked = [];
});
afterAll(() => {
  for (const server of [proxy, target, developed]) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(site, { recursive: true });
});

/** Sends exactly these headers, including ones that `fetch` sets itself. */
function get(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string; headers: IncomingMessage['headers'] }> {
  return new Promise((resolve, reject) => {
    const sent = request(local + path, { headers: { host: new URL(local).host, ...headers } }, async (answer) => {
      let text = '';
      for await (const chunk of answer) text += String(chunk);
      resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers });
    });
    sent.once('error', reject).end();
  });
}

const PAGE = { accept: 'text/html', 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' };

test('the areas come from their development servers, the rest from the target', async () => {
  expect((await get('/mfe/billing/dev/remoteEntry.js')).text).toBe('from the development server');
  for (const path of ['/mfe/admin/dev/x.js', '/mfe/billing/abc/remoteEntry.js', '/api/workflows?limit=1', '/static/js/other.js'])
    expect((await get(path)).text, path).toBe('from the target');
  expect(JSON.parse((await get('/mfe-registry.json')).text)).toEqual({
    revision: 7,
    areas: { admin: { version: 'v1' } },
    development: { areas: ['billing'], against: new URL(origin(target)).host },
  });
});

test('pages and files of the shell come from its development build, with the target’s policy', async () => {
  const page = await get('/gift-cards/1', PAGE);
  expect([page.status, page.text]).toEqual([200, 'the development shell']);
  expect(page.headers['content-security-policy']).toBe("default-src 'none'");
  expect(page.headers['strict-transport-security']).toBeUndefined();
  expect((await get('/static/js/index.js')).text).toBe('its script');
  for (const path of ['/../secret.js', '/static/%2e%2e/%2e%2e/secret.js', '/static/js/../../../secret.js'])
    expect((await get(path)).text, path).not.toContain('not a file');
});

test('the target sees its own page, and its cookies alone', async () => {
  await get('/api/x', {
    origin: local,
    referer: `${local}/gift-cards`,
    cookie: 'other=9; against_a=1; against___Host-b=2',
    'x-forwarded-for': '1.1.1.1',
  });
  const { headers } = asked[0] as Asked;
  expect(headers).toMatchObject({
    host: new URL(origin(target)).host,
    origin: origin(target),
    referer: `${origin(target)}/gift-cards`,
    cookie: 'a=1; __Host-b=2',
  });
  expect(headers['x-forwarded-for']).toBeUndefined();
});

test('the browser stays at the local address, and its cookies are bound to that', async () => {
  const { headers } = await get('/api/moved');
  expect(headers.location).toBe(`${local}/workflows?a=1`);
  expect(headers['set-cookie']).toEqual(['against___Host-a=1; Path=/; HttpOnly; SameSite=Lax']);
});

test('HOSTILE 41: another name for this machine, and pages of another site, get nothing', async () => {
  const { port } = new URL(local);
  for (const headers of [
    { host: `evil.example:${port}` },
    { host: 'localhost:80' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
  ]) {
    for (const path of ['/api/workflows', '/mfe/billing/dev/remoteEntry.js', '/mfe-registry.json'])
      expect((await get(path, headers)).status, JSON.stringify(headers)).toBe(403);
  }
  expect(asked).toEqual([]);
  // A link on another page.
  expect((await get('/gift-cards', { ...PAGE, 'sec-fetch-site': 'cross-site' })).status).toBe(200);
});

test('HOSTILE 41: it listens on loopback alone', () => {
  expect((proxy.address() as AddressInfo).address).toBe('127.0.0.1');
});

/** @returns what the server sends until it ends the connection */
function openSocket(path: string, from: string): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(Number(new URL(local).port), '127.0.0.1', () => {
      socket.write(
        `GET ${path} HTTP/1.1\r\nhost: ${new URL(local).host}\r\norigin: ${from}\r\nupgrade: websocket\r\nconnection: Upgrade\r\n\r\n`,
      );
    });
    socket.on('data', (chunk) => (text += chunk));
    socket.on('close', () => resolve(text));
    socket.on('error', () => resolve(text));
  });
}

test('live views of the target open for the own page, never for another site', async () => {
  expect(await openSocket('/api/runs/live', local)).toMatch(/^HTTP\/1\.1 101 .*\r\n\r\nlive$/s);
  expect(asked).toMatchObject([{ url: '/api/runs/live', headers: { origin: origin(target), upgrade: 'websocket' } }]);
  expect(await openSocket('/api/runs/live', 'https://evil.example')).toBe('');
  expect(asked).toHaveLength(1);
});

test('what fails here is never reported to the target, which could take a version back for it', async () => {
  expect(JSON.parse((await get('/api/deployments/reports')).text)).toEqual({ isSuccess: true, isCounted: false });
  expect(asked).toEqual([]);
});

test('a target that is gone is named, on pages and to the shell', async () => {
  const gone = await listen(() => {});
  const address = origin(gone);
  gone.close();
  const alone = await startProxy({ target: address, areas: ['billing'], site, port: 0 });
  const before = local;
  local = origin(alone);
  try {
    expect(await get('/gift-cards', PAGE)).toMatchObject({ status: 502, text: expect.stringContaining(`Nothing responds at ${address}`) });
    const { status, text } = await get('/api/users/me');
    expect([status, JSON.parse(text).errors[0].code]).toEqual([502, 'target-unreachable']);
    expect((await get('/mfe/billing/dev/x.js')).text).toContain('The development server of mfe-billing doesn’t respond.');
  } finally {
    local = before;
    alone.close();
  }
});
