import { beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, DEMO, signIn } from '../api/session.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { expectPlainData, expectSafeHeaders, parsePolicy } from './header-expectations.ts';

const baseUrl = sharedBaseUrl();
const FOREIGN = 'https://evil.example';
const preflight = { method: 'OPTIONS', headers: { origin: FOREIGN, 'access-control-request-method': 'POST' } };

/** The request for each kind of response; a function if something has to exist first. */
type Ask = [path: string, init?: RequestInit];
const paths: { webhook: string; logo: string; file: string; entry: string; chunk: string; version: string } = {
  webhook: '',
  logo: '',
  file: '',
  entry: '',
  chunk: '',
  version: '',
};
const tokens: Record<'demo' | 'admin', string> = { demo: '', admin: '' };
const as = (who: 'demo' | 'admin', init: RequestInit = {}): RequestInit => ({
  ...init,
  headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${tokens[who]}` },
});
const json = (method: string, body: unknown): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

async function ask([path, init = {}]: Ask): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('origin', FOREIGN);
  return fetch(baseUrl + path, { redirect: 'manual', ...init, headers });
}

async function requestToken(person: { email: string; password: string }): Promise<string> {
  const response = await fetch(`${baseUrl}/api/users/signin`, json('POST', person));
  return ((await response.json()) as { user: { accessToken: { value: string } } }).user.accessToken.value;
}

async function upload(fileName: string, text: string): Promise<{ fileName: string; fileStorageId: string; storageType: 'R2' }> {
  const response = await fetch(`${baseUrl}/api/files/upload-text?fileName=${fileName}`, as('admin', { method: 'POST', body: text }));
  return (await response.json()) as { fileName: string; fileStorageId: string; storageType: 'R2' };
}

beforeAll(async () => {
  tokens.demo = await requestToken(DEMO);
  tokens.admin = await requestToken(ADMIN);
  const api = await signIn(baseUrl, DEMO);
  const { workflow } = await api('POST /api/workflows', {
    body: { name: 'Headers', steps: [{ stepId: 'start', type: 'Trigger', triggerType: 'Webhook' }] },
  });
  await api('POST /api/workflows/{id}/activate', { params: { id: workflow.id } });
  paths.webhook = `/api/webhooks/${workflow.triggerCode}`;
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(document.domain)</script></svg>';
  const admin = await signIn(baseUrl, ADMIN);
  const logo = await upload('logo.svg', svg);
  const { connectorType } = await admin('POST /api/connector-types', {
    body: { name: `Logo ${crypto.randomUUID()}`, authorizationType: 'ApiKey', baseUrl: 'https://logo.example', logo },
  });
  paths.logo = `/api/connector-types/${connectorType.id}/logo`;
  paths.file = `/api/files/download/logo.svg?fileStorageId=${logo.fileStorageId}`;
  const registry = (await (await fetch(`${baseUrl}/mfe-registry.json`)).json()) as { areas: Record<string, { entry: string }> };
  paths.entry = registry.areas.workflows?.entry ?? '';
  paths.chunk = paths.entry.replace('mf-manifest.json', 'remoteEntry.js');
  paths.version = paths.entry.split('/')[3] ?? '';
});

describe('every kind of response has the security headers', () => {
  test.each<[kind: string, status: number, () => Ask]>([
    ['the first page', 200, () => ['/']],
    ['a page of an area', 200, () => ['/workflows/1/edit']],
    ['the sign-in page', 200, () => ['/signin']],
    ['the page that a reset link opens', 200, () => ['/reset-password?token=x.y']],
    ['a page that does not exist', 200, () => ['/no/such/page']],
    ['the head of a page', 200, () => ['/workflows', { method: 'HEAD' }]],
    ['a page that is sent to', 405, () => ['/workflows', json('POST', {})]],
    ['a preflight for a page', 405, () => ['/workflows', preflight]],
    ['an icon', 200, () => ['/favicon.svg']],
    ['a script of an older shell', 404, () => ['/static/js/none.0.js']],
    ['the registry', 200, () => ['/mfe-registry.json']],
    ['the manifest of an area', 200, () => [paths.entry]],
    ['a script of an area', 200, () => [paths.chunk]],
    ['a file of an area that is not there', 404, () => [`/mfe/workflows/${paths.version}/none.js`]],
    ['a file of an area behind dots', 404, () => ['/mfe/workflows/..%2f..%2fsecrets.json']],
    ['health', 200, () => ['/api/health']],
    ['the OpenAPI document', 200, () => ['/api/openapi.json']],
    ['the configuration', 200, () => ['/api/configuration']],
    ['a list', 200, () => ['/api/workflows', as('demo')]],
    ['counters', 200, () => ['/api/metrics', as('admin')]],
    ['the audit log as a file', 200, () => ['/api/audit/export', as('admin')]],
    ['deployments', 200, () => ['/api/deployments', as('admin')]],
    ['nobody', 401, () => ['/api/workflows']],
    ['nobody, at deployments', 401, () => ['/api/deployments']],
    ['somebody else', 403, () => ['/api/metrics', as('demo')]],
    ['an address that does not exist', 404, () => ['/api/none']],
    ['a thing that does not exist', 404, () => [`/api/workflows/${crypto.randomUUID()}`, as('demo')]],
    ['another method', 405, () => ['/api/health', { method: 'DELETE' }]],
    ['a body of another kind', 415, () => ['/api/users/signin', { method: 'POST', body: '{' }]],
    ['a body that makes no sense', 400, () => ['/api/users/signin', { ...json('POST', {}), body: '{' }]],
    ['unknown fields', 400, () => ['/api/users/signin', json('POST', { email: 'a@example.com', password: 'x', extra: 1 })]],
    ['a body that is too large', 413, () => ['/api/users/signin', json('POST', { email: 'x'.repeat(2_100_000) })]],
    ['a preflight for a call', 405, () => ['/api/workflows', preflight]],
    ['a callback that belongs to nothing', 302, () => ['/api/connectors/callback?state=x']],
    ['a live view without a WebSocket', 426, () => [`/api/workflows/instances/${crypto.randomUUID()}/live`, as('demo')]],
    ['a webhook', 202, () => [paths.webhook, json('POST', { a: 1 })]],
    ['a webhook that nobody has', 404, () => ['/api/webhooks/none', json('POST', {})]],
    [
      'a webhook whose content type lies',
      400,
      () => [paths.webhook, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '<x/>' }],
    ],
    ['a preflight for a webhook', 204, () => [paths.webhook, preflight]],
    ['a logo with a script in it', 200, () => [paths.logo]],
    ['an uploaded file', 200, () => [paths.file, as('admin')]],
    ['the outbox of a local Portage', 200, () => ['/local/outbox']],
    ['what a local Portage does not have', 404, () => ['/local/none']],
  ])('%s (%i)', async (_, status, which) => {
    const wanted = which();
    const response = await ask(wanted);
    expect(response.status).toBe(status);
    // Programs get accepted calls by the thousand: a short JSON, without headers that only mean something to a page.
    if (status === 202) expectPlainData(response.headers, wanted[0]);
    else expectSafeHeaders(response.headers, wanted[0]);
    // Only webhooks may be read by another site's page: they use no cookie and reveal nothing about anyone.
    const isWebhook = wanted[0].startsWith('/api/webhooks/');
    expect(response.headers.get('access-control-allow-origin')).toBe(isWebhook ? '*' : null);
    expect(response.headers.getSetCookie()).toEqual([]);
    if (response.headers.get('content-type')?.includes('html')) expectNoInlineScript(await response.text());
    else await response.body?.cancel();
  });
});

/** Neither scripts between tags nor in attributes. */
function expectNoInlineScript(html: string): void {
  expect(html.match(/<script(?![^>]*\bsrc=)[^>]*>/gi) ?? []).toEqual([]);
  expect(html.match(/\son\w+\s*=|javascript:/gi) ?? []).toEqual([]);
}

test('data is never cached, and files that never change always are', async () => {
  const cachingOf = async (...wanted: Ask) => (await ask(wanted)).headers.get('cache-control');
  for (const path of ['/api/workflows', '/api/configuration', '/mfe-registry.json'])
    expect(await cachingOf(path, as('demo'))).toBe('no-store');
  expect(await cachingOf(paths.chunk)).toContain('immutable');
  expect(await cachingOf('/workflows')).toBe('no-cache');
});

test('a logo is only an image: its script runs nowhere, and no page of another site embeds it', async () => {
  const { headers } = await ask([paths.logo]);
  expect(headers.get('content-type')).toBe('image/svg+xml');
  expect(parsePolicy(headers).has('script-src')).toBe(false);
});

test('downloads are saved, not shown', async () => {
  expect((await ask([paths.file, as('admin')])).headers.get('content-disposition')).toMatch(/^attachment;/);
});

test('an authorization’s cookie is only for its callback, and no script reads it', async () => {
  const admin = await signIn(baseUrl, ADMIN);
  const { connectorType } = await admin('POST /api/connector-types', {
    body: {
      name: `Cookie ${crypto.randomUUID()}`,
      authorizationType: 'OAuth',
      baseUrl: 'https://cookie.example',
      authUrl: 'https://cookie.example/authorize',
      tokenUrl: 'https://cookie.example/token',
      clientId: 'client',
      clientSecret: 'secret',
      visibility: 'AllUsers',
    },
  });
  const response = await ask(['/api/connectors', as('demo', json('POST', { connectorTypeId: connectorType.id, name: 'Cookie' }))]);
  expect(response.status).toBe(200);
  expectSafeHeaders(response.headers, 'a new connector');
  const [cookie = '', ...others] = response.headers.getSetCookie();
  expect(others).toEqual([]);
  expect(cookie).toMatch(/; Path=\/api\/connectors\/callback(;|$)/);
  expect(cookie).toContain('; HttpOnly');
  expect(cookie).toContain('; SameSite=Lax');
  expect(cookie).toMatch(/; Max-Age=900(;|$)/);
});
