import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { checkTarget, explainFailure, parseTarget } from './target.ts';

test('a target is an address with HTTPS, or one on this machine', () => {
  expect(parseTarget('https://staging.example.com/workflows?a=1')).toBe('https://staging.example.com');
  expect(parseTarget('http://localhost:8080')).toBe('http://localhost:8080');
  expect(() => parseTarget('staging.example.com')).toThrow('Give its address in full: --against https://staging.example.com');
  expect(() => parseTarget('ftp://staging.example.com')).toThrow('isn’t the address of a Portage');
  expect(() => parseTarget('http://staging.example.com')).toThrow('isn’t encrypted');
  expect(() => parseTarget('https://a:b@staging.example.com')).toThrow('Leave name and password out');
});

const closings: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closings.splice(0)) close();
});

async function listen(respond: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_, response) => respond(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closings.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

test('a Portage is accepted', async () => {
  await checkTarget(await listen((response) => response.end('{"revision":1,"areas":{}}')));
});

test.for<[string, string, (response: ServerResponse) => void]>([
  ['another website', 'isn’t a Portage: it has no registry of areas (200)', (response) => response.end('<!doctype html>')],
  ['a missing page', 'isn’t a Portage: it has no registry of areas (404)', (response) => response.writeHead(404).end('{}')],
  ['a Portage that is down', 'responds with 503. Try again when it’s up.', (response) => response.writeHead(503).end()],
  [
    'a redirect',
    'redirects to https://app.example.com. Give that address instead.',
    (response) => response.writeHead(301, { location: 'https://app.example.com/x' }).end(),
  ],
  [
    'a Portage in development',
    'is a Portage of npm run dev',
    (response) => response.end('{"revision":1,"areas":{},"development":{"areas":["billing"]}}'),
  ],
  ['a silent server', 'didn’t respond within 0.2 seconds', () => {}],
])('%s is refused by name', async ([, message, respond]) => {
  const target = await listen(respond);
  await expect(checkTarget(target, 200)).rejects.toThrow(`${target} ${message}`);
});

test('without a response, the message says why: no host, nothing there, a certificate', async () => {
  const target = await listen(() => {});
  for (const close of closings.splice(0)) close();
  await expect(checkTarget(target)).rejects.toThrow(`Nothing responds at ${target} (ECONNREFUSED)`);
  const failed = (code: string) => new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) });
  expect(explainFailure(failed('ENOTFOUND'), 'https://stagin.example.com')).toContain('There is no host stagin.example.com.');
  for (const code of ['DEPTH_ZERO_SELF_SIGNED_CERT', 'CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'])
    expect(explainFailure(failed(code), 'https://a.example')).toContain(`The certificate of https://a.example isn’t trusted (${code}).`);
});
