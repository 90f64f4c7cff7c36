import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { ApiError } from './api-error.ts';
import { type ClientSettings, createClient } from './client.ts';
import { defineCalls } from './define-calls.ts';

const read = { summary: 'x', access: 'public', effect: 'read', response: z.unknown() } as const;
const things = defineCalls({
  'GET /api/things': { ...read, query: z.strictObject({ name: z.string().optional(), none: z.string().optional() }) },
  'GET /api/things/{id}': read,
  'POST /api/things': { ...read, effect: 'write', body: z.object({ name: z.string() }) },
});

function createTestClient(answer: () => Response | Promise<Response>, settings: ClientSettings = {}) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => answer());
  return { api: createClient<typeof things>({ ...settings, fetch }), fetch };
}

async function messageAfter(body: string, status = 500): Promise<string> {
  const { api } = createTestClient(() => new Response(body, { status }));
  const error = await api('GET /api/things').catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw new Error('The call was not refused.');
  return error.message;
}

test('a creation whose response was lost is repeated with its key; another one, and one after a response, has a new key', async () => {
  const responses = [() => Promise.reject(new TypeError('failed')), () => new Response('Bad gateway', { status: 502 })];
  const { api, fetch } = createTestClient(() => responses.shift()?.() ?? new Response('{}'));
  const create = (name: string) => api('POST /api/things', { body: { name } }).catch(() => undefined);
  await create('a');
  await create('b');
  await create('a');
  await create('b');
  await create('a');
  await api('GET /api/things');
  const [lostA, lostB, repeatedA, repeatedB, newA, none] = fetch.mock.calls.map(([, init]) =>
    new Headers(init?.headers).get('idempotency-key'),
  );
  expect([repeatedA, repeatedB, none]).toEqual([lostA, lostB, null]);
  expect(new Set([lostA, lostB, newA]).size).toBe(3);
});

afterEach(() => vi.restoreAllMocks());

test('the message is the first error’s or warning’s userMessage, then message, then errorMessage', async () => {
  const entry = { userMessage: 'for people', message: 'for others', errorMessage: 'older' };
  expect(await messageAfter(JSON.stringify({ errors: [entry, { userMessage: 'second' }] }))).toBe('for people');
  expect(await messageAfter(JSON.stringify({ errors: [{ ...entry, userMessage: null }] }))).toBe('for others');
  expect(await messageAfter(JSON.stringify({ warnings: [{ errorMessage: 'older' }] }))).toBe('older');
});

test.for(['"only a text"', '', 'null', '{}', '{"errors":[]}', '[]', '7'])('the body %s gives the general message', async (body) => {
  expect(await messageAfter(body)).toBe('An error has occured.');
});

test('a response that isn’t JSON gives its text', async () => {
  expect(await messageAfter('Bad gateway', 502)).toBe('Bad gateway');
});

test('only a response with errorDetails is logged as REQUEST ERROR', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  await messageAfter('{"errors":[]}');
  expect(log).not.toHaveBeenCalled();
  await messageAfter('{"errorDetails":"at line 1"}');
  expect(log).toHaveBeenCalledWith('REQUEST ERROR', 'GET', '/api/things', { errorDetails: 'at line 1' });
});

test('a call carries the access token and credentials, and a 401 is reported', async () => {
  const onUnauthorized = vi.fn();
  const { api, fetch } = createTestClient(() => new Response('{}', { status: 401 }), { getAccessToken: () => 'token', onUnauthorized });
  await expect(api('GET /api/things', { query: { name: 'a b', none: undefined } })).rejects.toMatchObject({ status: 401 });
  expect(fetch).toHaveBeenCalledWith(
    '/api/things?name=a+b',
    expect.objectContaining({ credentials: 'include', headers: expect.objectContaining({ authorization: 'Bearer token' }) }),
  );
  expect(onUnauthorized).toHaveBeenCalledOnce();
});

test('a call whose token is refused is repeated once with another token; if that is refused too, the session has ended', async () => {
  const [onUnauthorized, tokens] = [vi.fn(), ['old', 'new']];
  const settings = {
    getAccessToken: () => tokens[0] ?? null,
    renewAccessToken: async (refused: string | null) => tokens.find((one) => one !== refused) ?? null,
    onUnauthorized,
  };
  const accepting = (accepted: string) => async (_: unknown, init?: RequestInit) =>
    new Response('{"isDone":true}', { status: new Headers(init?.headers).get('authorization') === `Bearer ${accepted}` ? 200 : 401 });
  const call = (fetch: typeof globalThis.fetch) => createClient<typeof things>({ ...settings, fetch })('GET /api/things');
  expect(await call(accepting('new'))).toEqual({ isDone: true });
  expect(onUnauthorized).not.toHaveBeenCalled();
  const refusing = vi.fn(accepting('none'));
  await expect(call(refusing)).rejects.toMatchObject({ status: 401 });
  expect([refusing.mock.calls.length, onUnauthorized.mock.calls.length]).toEqual([2, 1]);
});

test('an id goes into the path unchanged, and a missing one prevents the call', async () => {
  const { api, fetch } = createTestClient(() => new Response('{}'));
  await api('GET /api/things/{id}', { params: { id: 'a/b?' } });
  expect(fetch.mock.lastCall?.[0]).toBe('/api/things/a%2Fb%3F');
  await expect(api('GET /api/things/{id}', { params: { id: '' } })).rejects.toThrow('Invalid getById call, id is null');
  expect(fetch).toHaveBeenCalledOnce();
});

test('the compiler refuses what a call doesn’t declare, as the server does', async () => {
  const { api, fetch } = createTestClient(() => new Response('{}'));
  // @ts-expect-error: it has no body
  await api('GET /api/things', { body: {} });
  // @ts-expect-error: it has no query
  await api('GET /api/things/{id}', { params: { id: 'a' }, query: { name: 'b' } });
  expect(fetch).toHaveBeenCalledTimes(2);
});

test('a network failure is an error with status 0, and an aborted call stays aborted', async () => {
  const down = createTestClient(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect(down.api('GET /api/things')).rejects.toMatchObject({ name: 'ApiError', status: 0 });
  const given = createTestClient(() => Promise.reject(new DOMException('gone', 'AbortError')));
  await expect(given.api('GET /api/things')).rejects.toMatchObject({ name: 'AbortError' });
});
