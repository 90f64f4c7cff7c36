import { beforeEach, expect, test, vi } from 'vitest';
import { SECURITY_HEADERS } from './security-headers.ts';
import worker, { type ShellEnv } from './worker.ts';

function fetcher(name: string, files?: Record<string, string>): Fetcher {
  const fetch = async (input: RequestInfo | URL) => {
    const { pathname } = new URL(new Request(input).url);
    if (!files) return new Response(name);
    return pathname in files ? new Response(files[pathname]) : new Response('not found', { status: 404 });
  };
  return { fetch: vi.fn(fetch) } as unknown as Fetcher;
}

function env(changes: Partial<ShellEnv> = {}): ShellEnv {
  return {
    EDGE_API: fetcher('api'),
    ASSETS: fetcher('assets', { '/index.html': 'the page', '/static/js/a.1.js': 'script', '/favicon.svg': 'icon' }),
    AREA_BUCKET: bucket({
      'mfe/workflows/v1/remoteEntry.js': 'entry',
      'mfe/workflows/v1/remoteEntry.js.br': 'small',
      'mfe/workflows/shared/js/a.1.js': 'shared',
    }),
    REGISTRY: { get: async () => '{"revision":1,"areas":{}}' } as unknown as KVNamespace,
    ...changes,
  };
}

/** The parts of the file store that the Worker reads. */
function bucket(files: Record<string, string>): R2Bucket {
  const head = async (key: string) => (Object.hasOwn(files, key) ? { size: files[key]?.length, httpEtag: `"${key}"` } : null);
  const get = async (key: string) => {
    const found = await head(key);
    return found && { ...found, body: new Response(files[key]).body };
  };
  return { head: vi.fn(head), get: vi.fn(get) } as unknown as R2Bucket;
}

/** One location's cache; `isAway`: there is none, as on this machine. */
let cache = { kept: new Map<string, Response>(), isAway: false };
beforeEach(() => {
  cache = { kept: new Map(), isAway: false };
  vi.stubGlobal('caches', {
    default: {
      match: async (address: string) => (cache.isAway ? Promise.reject(new Error('no cache')) : cache.kept.get(address)?.clone()),
      put: async (address: string, answer: Response) =>
        cache.isAway ? Promise.reject(new Error('no cache')) : cache.kept.set(address, answer),
    },
  });
});

async function get(
  path: string,
  on = env(),
  init?: RequestInit,
  origin = 'https://portage.example',
): Promise<{ text: string; response: Response }> {
  const background: Promise<unknown>[] = [];
  const execution = { waitUntil: (work: Promise<unknown>) => background.push(work) } as unknown as ExecutionContext;
  const response = await worker.fetch(new Request(`${origin}${path}`, init), on, execution);
  await Promise.all(background);
  return { text: await response.text(), response };
}

test.for([
  ['/api/workflows', 'api'],
  ['/api/webhooks/abc', 'api'],
  ['/apiary', 'the page'],
  ['/', 'the page'],
  ['/workflows/1/edit', 'the page'],
  ['/reset-password?token=x.y', 'the page'],
  ['/static/js/a.1.js', 'script'],
  ['/mfe-registry.json', '{"revision":1,"areas":{}}'],
  ['/mfe/workflows/v1/remoteEntry.js', 'entry'],
  ['/mfe/workflows/shared/js/a.1.js', 'shared'],
  ['/mfe/workflows/v1/shared/js/a.1.js', 'Not found'],
  ['/local/outbox', 'the page'],
])('%s is served by its part', async ([path = '', expected]) => {
  expect((await get(path)).text).toBe(expected);
});

test('the local part responds if there is one', async () => {
  expect((await get('/local/outbox', env({ LOCAL: fetcher('local') }))).text).toBe('local');
});

test.for(['/static/js/old.2.js', '/mfe/workflows/v0/remoteEntry.js', '/mfe/workflows/v1/../../../etc/passwd.js'])(
  'a missing file (%s) is a 404 or the page, and is never cached',
  async (path) => {
    const { response } = await get(path);
    expect(response.headers.get('cache-control')).not.toContain('immutable');
    if (path.startsWith('/static') || path.includes('v0')) expect(response.status).toBe(404);
  },
);

test('a tab of another build of the shell gets its files, from before a deploy or from a canary that this Worker isn’t', async () => {
  const on = env({ AREA_BUCKET: bucket({ 'mfe/shell/static/js/old.2.js': 'old', 'mfe/shell/static/js/old.2.js.br': 'br' }) });
  const { text, response } = await get('/static/js/old.2.js', on);
  expect([text, response.status, response.headers.get('cache-control')]).toEqual(['old', 200, 'public, max-age=31536000, immutable']);
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect((await get('/static/js/old.2.js', on, { headers: { 'accept-encoding': 'br' } })).text).toBe('br');
  expect((await get('/static/js/none.3.js', on)).response.status).toBe(404);
  // Only the file store has addresses with versions.
  expect((await get('/mfe/shell/static/js/old.2.js', on)).response.status).toBe(404);
});

test('a browser gets one key for versions of Workers, with its first page over HTTPS', async () => {
  const cookieOf = async (path: string, init?: RequestInit, origin?: string) =>
    (await get(path, env(), init, origin)).response.headers.get('set-cookie');
  expect(await cookieOf('/workflows')).toMatch(
    /^portage_version_key=[\w-]{36}; Path=\/; Max-Age=31536000; Secure; HttpOnly; SameSite=Lax$/,
  );
  expect(await cookieOf('/workflows', { headers: { cookie: 'a=b; portage_version_key=x' } })).toBeNull();
  expect(await cookieOf('/static/js/a.1.js')).toBeNull();
  expect(await cookieOf('/workflows', undefined, 'http://localhost:8080')).toBeNull();
});

test('files whose name changes with their content are cached forever; the page and the registry are not', async () => {
  expect((await get('/static/js/a.1.js')).response.headers.get('cache-control')).toContain('immutable');
  expect((await get('/mfe/workflows/v1/remoteEntry.js')).response.headers.get('cache-control')).toContain('immutable');
  expect((await get('/workflows')).response.headers.get('cache-control')).toBe('no-cache');
  expect((await get('/mfe-registry.json')).response.headers.get('cache-control')).toBe('no-store');
});

test('every response has the security headers, including those of the API and errors', async () => {
  for (const path of ['/', '/api/users', '/mfe/none', '/static/none.js', '/mfe-registry.json']) {
    const { response } = await get(path);
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) expect(response.headers.get(name)).toBe(value);
    expect(response.headers.get('strict-transport-security')).toContain('max-age');
  }
});

test('pages and files are read-only: other methods are refused, and the API gets them all', async () => {
  expect((await get('/workflows', env(), { method: 'POST' })).response.status).toBe(405);
  expect((await get('/api/workflows', env(), { method: 'DELETE' })).response.status).toBe(200);
});

test('the policy allows no inline script and no script from elsewhere', () => {
  const policy = SECURITY_HEADERS['content-security-policy'] ?? '';
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toContain('unsafe-eval');
});

test('CONN-60: the widget’s frame is allowed if configured, on every page, and no other frame', async () => {
  const policyOf = async (path: string, on = env()) => (await get(path, on)).response.headers.get('content-security-policy') ?? '';
  const withWidget = env({ API_PANDA_WIDGET_URL: 'https://widget.example/start?x=1' });
  expect(await policyOf('/connectors/add')).not.toContain('frame-src');
  expect(await policyOf('/workflows', withWidget)).toContain('frame-src https://widget.example;');
  expect(await policyOf('/workflows', env({ API_PANDA_WIDGET_URL: 'javascript:alert(1)' }))).not.toContain('frame-src');
  expect(await policyOf('/api/users', withWidget)).not.toContain('frame-src');
});

test('Plaid’s script is allowed on Plaid’s page and nowhere else', async () => {
  const policyOf = async (path: string, on = env()) => (await get(path, on)).response.headers.get('content-security-policy') ?? '';
  const policy = await policyOf('/connectors/plaid');
  expect(policy).toContain("script-src 'self' https://cdn.plaid.com/link/v2/stable/link-initialize.js;");
  expect(policy).toContain("connect-src 'self' https://sandbox.plaid.com;");
  expect(policy).toContain('frame-src https://cdn.plaid.com;');
  for (const path of ['/', '/connectors', '/connectors/add', '/connectors/plaid/x']) expect(await policyOf(path)).not.toContain('plaid');
  expect(await policyOf('/connectors/plaid', env({ PLAID_ENVIRONMENT: "x; script-src 'unsafe-eval'" }))).toContain(
    'https://sandbox.plaid.com;',
  );
});

test('CONN-13: windows of a new connector keep their opener during a system’s sign-in; other pages have none', async () => {
  const openerOf = async (path: string) => (await get(path)).response.headers.get('cross-origin-opener-policy');
  expect(await openerOf('/connectors/addPopup?connectorTypeId=1')).toBe('unsafe-none');
  expect(await openerOf('/connector-created?connectorId=1')).toBe('unsafe-none');
  expect(await openerOf('/connectors')).toBe('same-origin-allow-popups');
});

test('the policy names outside services only if configured, and never for the popup', async () => {
  const policy = async (path: string, settings: Partial<ShellEnv>) =>
    (await get(path, env(settings))).response.headers.get('content-security-policy') ?? '';
  expect(await policy('/workflows', {})).not.toMatch(/segment|visualstudio|frame-src/);
  expect(await policy('/workflows', { SEGMENT_ANALYTICS_WRITE_KEY: 'k' })).toContain("connect-src 'self' https://api.segment.io;");
  const all = { SEGMENT_ANALYTICS_WRITE_KEY: 'k', APP_INSIGHTS_INSTRUMENTATION_KEY: 'i', CHAT_WIDGET_URL: 'https://chat.example/box?x=1' };
  const full = await policy('/workflows', all);
  expect(full).toContain("connect-src 'self' https://api.segment.io https://dc.services.visualstudio.com;");
  expect(full).toContain('frame-src https://chat.example;');
  expect(full).toContain("script-src 'self';");
  expect(await policy('/connectors/addPopup', all)).not.toMatch(/segment|visualstudio|chat\.example/);
  expect(await policy('/workflows', { CHAT_WIDGET_URL: 'javascript:alert(1); script-src *' })).not.toContain('frame-src');
});

test('area files are sent compressed to browsers that accept it, and not sent twice', async () => {
  const path = '/mfe/workflows/v1/remoteEntry.js';
  const { response, text } = await get(path, env(), { headers: { 'accept-encoding': 'gzip, br' } });
  expect([text, response.headers.get('content-encoding'), response.headers.get('vary')]).toEqual(['small', 'br', 'accept-encoding']);
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  const plain = (await get(path)).response;
  expect([plain.headers.get('content-encoding'), plain.headers.get('content-length')]).toEqual([null, '5']);
  const again = await get(path, env(), { headers: { 'if-none-match': plain.headers.get('etag') ?? '' } });
  expect([again.response.status, again.text]).toEqual([304, '']);
  const head = await get(path, env(), { method: 'HEAD' });
  expect([head.response.status, head.text, head.response.headers.get('content-length')]).toEqual([200, '', '5']);
});

test('the bucket is read once at a location that caches files, each spelling separately, and always without a cache', async () => {
  const path = '/mfe/workflows/v1/remoteEntry.js';
  const on = env();
  const br = { headers: { 'accept-encoding': 'br' } };
  for (let visit = 0; visit < 3; visit += 1) {
    const plain = await get(path, on);
    expect([plain.text, plain.response.headers.get('content-length'), plain.response.headers.get('content-encoding')]).toEqual([
      'entry',
      '5',
      null,
    ]);
    const small = await get(path, on, br);
    expect([small.text, small.response.headers.get('content-encoding')]).toEqual(['small', 'br']);
    expect(small.response.headers.get('etag')).toBe('W/"mfe/workflows/v1/remoteEntry.js.br"');
  }
  expect(on.AREA_BUCKET.get).toHaveBeenCalledTimes(2);
  expect((await get('/mfe/workflows/v1/gone.js', on)).response.status).toBe(404);
  expect(cache.kept.size).toBe(2);

  cache.isAway = true;
  expect((await get(path, on, br)).text).toBe('small');
  expect(on.AREA_BUCKET.get).toHaveBeenCalledTimes(4);
});

test('the cached copy of a file is not a page: its address is handled like any other', async () => {
  const on = env();
  await get('/mfe/workflows/v1/remoteEntry.js', on);
  expect((await get('/kept-files/mfe/workflows/v1/remoteEntry.js', on)).text).toBe('the page');
});

test.for([
  '/mfe/workflows/v1/remoteEntry.js.br',
  '/mfe/workflows/v1/%2e%2e/remoteEntry.js',
  '/mfe/workflows/v1/..%2fremoteEntry.js',
  '/mfe/workflows/v1/',
  '/mfe/workflows//remoteEntry.js',
  '/mfe/constructor/v1/remoteEntry.js',
  '/mfe/workflows/v1/remoteEntry.constructor',
  '/mfe/workflows/v1/.env.json',
  '/mfe/workflows/v1/remoteEntry.js%00.js',
  '/mfe',
])('HOSTILE 35: %s is not a file of an area, and the store is not asked', async (path) => {
  const on = env();
  expect((await get(path, on)).response.status).toBe(404);
  expect(on.AREA_BUCKET.get).not.toHaveBeenCalled();
  expect(on.AREA_BUCKET.head).not.toHaveBeenCalled();
});

test('before the first deploy there are no areas; an unreadable registry is not treated as empty', async () => {
  const empty = env({ REGISTRY: { get: async () => null } as unknown as KVNamespace });
  expect(JSON.parse((await get('/mfe-registry.json', empty)).text)).toEqual({ revision: 0, areas: {} });
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const broken = env({ REGISTRY: { get: () => Promise.reject(new Error('away')) } as unknown as KVNamespace });
  const { response } = await get('/mfe-registry.json', broken);
  expect([response.status, response.headers.get('cache-control')]).toEqual([503, 'no-store']);
});

test('an internal failure becomes a response with the headers and without the cause', async () => {
  const broken = { fetch: () => Promise.reject(new Error('secret-host is away')) } as unknown as Fetcher;
  for (const [path, changes] of [
    ['/api/workflows', { EDGE_API: broken }],
    ['/workflows', { ASSETS: broken }],
    ['/mfe/workflows/v1/remoteEntry.js', { AREA_BUCKET: { get: broken.fetch, head: broken.fetch } as unknown as R2Bucket }],
  ] as const) {
    const { response, text } = await get(path, env(changes));
    expect(response.status).toBe(503);
    expect(text).not.toContain('secret-host');
    expect(response.headers.get('cache-control')).toBe('no-store');
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) expect(response.headers.get(name)).toBe(value);
  }
});

test('HTTPS is enforced only over HTTPS (RFC 6797, 7.2)', async () => {
  const { response } = await get('/workflows', env(), undefined, 'http://localhost:8080');
  expect(response.headers.has('strict-transport-security')).toBe(false);
});
