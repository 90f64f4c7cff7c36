import { env } from 'cloudflare:test';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { callsTo, randomText, type TestEnv } from '../../test/harness.ts';
import { addressPolicy } from './address-policy.ts';
import { probeConnection } from './connection-probe.ts';
import { ConnectionWitness } from './connection-witness.ts';
import { decodeResult, type EgressRequest, encodeRequest } from './egress-message.ts';
import { sendOutside } from './send-outside.ts';
import { sendOneOfMany } from './send-through-egress.ts';

const { EGRESS, TARGET } = env as unknown as TestEnv;
const newRequest = (url: string, extra: Partial<EgressRequest> = {}): EgressRequest => ({
  method: 'GET',
  url,
  headers: {},
  body: null,
  systemHeaders: {},
  ...extra,
});

async function send(request: EgressRequest) {
  const response = await EGRESS.fetch('https://egress/', { method: 'POST', body: encodeRequest(request) });
  return decodeResult(await response.arrayBuffer());
}

describe('the egress', () => {
  test('carries method, headers and body', async () => {
    const path = `/echo/${randomText()}`;
    const request = newRequest(TARGET + path, {
      method: 'PATCH',
      headers: { 'x-a': 'b' },
      body: 'äöü',
    });
    expect(await send(request)).toMatchObject({ ok: true, status: 200, url: TARGET + path });
    expect((await callsTo(path))[0]).toMatchObject({ method: 'PATCH', body: 'äöü', headers: { 'x-a': 'b', host: new URL(TARGET).host } });
  });

  test('sends one of a step’s many calls the same way, under the same rules', async () => {
    const path = `/echo/${randomText()}`;
    const request = newRequest(TARGET + path, { method: 'PATCH', headers: { 'x-a': 'b' }, body: 'äöü' });
    expect(await sendOneOfMany(EGRESS, request)).toMatchObject({ ok: true, status: 200, url: TARGET + path });
    expect((await callsTo(path))[0]).toMatchObject({ method: 'PATCH', body: 'äöü', headers: { 'x-a': 'b', host: new URL(TARGET).host } });
    expect(await sendOneOfMany(EGRESS, newRequest('http://10.0.0.1/'))).toMatchObject({ ok: false, retryable: false });
  });

  test('sends its own user agent unless the call sets one', async () => {
    const agentAt = async (headers: Record<string, string>) => {
      const path = `/echo/${randomText()}`;
      await send(newRequest(TARGET + path, { headers }));
      return (await callsTo(path))[0]?.headers['user-agent'];
    };
    expect(await agentAt({})).toBe('Portage');
    expect(await agentAt({ 'user-agent': 'mine' })).toBe('mine');
  });

  test.each([
    'http://169.254.169.254/',
    'http://2852039166/',
    'http://0xa9fea9fe/',
    'http://0251.0376.0251.0376/',
    'http://[::ffff:169.254.169.254]/',
    'http://[::1]:8080/',
    'http://localhost./',
    'http://127.0.0.1:1/',
    'http://10.0.0.1/',
    'http://user:secret@example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'not a url',
  ])('HOSTILE 19: doesn’t call %s', async (url) => {
    expect(await send(newRequest(url))).toMatchObject({ ok: false, retryable: false });
  });

  test('HOSTILE 19: doesn’t follow a redirect to an internal address', async () => {
    const response = await send(newRequest(`${TARGET}/redirect/302?to=${encodeURIComponent('http://169.254.169.254/')}`));
    expect(response).toMatchObject({ ok: false, retryable: false, message: expect.stringContaining('redirect') });
  });

  test('HOSTILE 20: a redirect to another origin drops the credentials, one within the origin keeps them', async () => {
    const seen: { url: string; authorization: string | null; method: string; body: unknown }[] = [];
    const world = (to: string) => ({
      policy: addressPolicy(''),
      fetch: async (url: string, init: RequestInit) => {
        seen.push({
          url,
          authorization: new Headers(init.headers).get('authorization'),
          method: init.method ?? '',
          body: await new Response(init.body ?? null).text(),
        });
        return url.endsWith('/end')
          ? new Response('done')
          : new Response(null, { status: seen.length === 1 ? 307 : 303, headers: { location: to } });
      },
    });
    const request = newRequest('https://one.example/start', { method: 'POST', headers: { authorization: 'Bearer x' }, body: '{}' });
    expect(await sendOutside(request, world('/end'))).toMatchObject({ ok: true, url: 'https://one.example/end' });
    expect(seen[1]).toMatchObject({ authorization: 'Bearer x', method: 'POST', body: '{}' });
    seen.length = 0;
    expect(await sendOutside(request, world('https://two.example/end'))).toMatchObject({ ok: true, url: 'https://two.example/end' });
    expect(seen[1]).toMatchObject({ authorization: null, method: 'POST' });
  });

  test('returns each cookie of a response separately', async () => {
    const cookies = ['a=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT', 'b=2'];
    const query = cookies.map((cookie) => `cookie=${encodeURIComponent(cookie)}`);
    expect(await send(newRequest(`${TARGET}/answer/x?${query.join('&')}`))).toMatchObject({ setCookies: cookies });
    const single = await send(newRequest(`${TARGET}/answer/x?${query[0]}`));
    expect(single).toMatchObject({ headers: { 'set-cookie': cookies[0] } });
    expect(single).not.toHaveProperty('setCookies');
  });

  test('stops after five redirects', async () => {
    const key = randomText();
    // A target without its own `to` leads to itself.
    const response = await send(newRequest(`${TARGET}/redirect/302/${key}`));
    expect(response).toMatchObject({ ok: false, message: expect.stringContaining('more than 5 times') });
    expect(await callsTo(`/redirect/302/${key}`)).toHaveLength(6);
  });

  test('reads a body of undeclared length completely, however many chunks it comes in', async () => {
    const response = await send(newRequest(`${TARGET}/bomb/1`));
    expect(response.ok && response.body.length).toBe(1024 * 1024);
  });

  test('HOSTILE 23: cuts off a decompression bomb and an endless body', async () => {
    expect(await send(newRequest(`${TARGET}/bomb/200`))).toMatchObject({ ok: false, message: expect.stringContaining('10 MB') });
    expect(await send(newRequest(`${TARGET}/endless`))).toMatchObject({ ok: false, message: expect.stringContaining('10 MB') });
  });

  test('HOSTILE 23: cuts off a server that sends a byte now and then', async () => {
    const policy = addressPolicy(new URL(TARGET).host);
    const response = await sendOutside(newRequest(`${TARGET}/drip`), { policy, fetch: (url, init) => fetch(url, init), totalMs: 700 });
    expect(response).toMatchObject({ ok: false, retryable: true, message: expect.stringContaining('within 0.7 seconds') });
  });

  test('reports a header that can’t be sent and a server that doesn’t respond', async () => {
    expect(await send(newRequest(TARGET, { headers: { 'x-a': 'b\r\nc: d' } }))).toMatchObject({
      ok: false,
      message: expect.stringContaining('x-a'),
    });
    const policy = addressPolicy('127.0.0.1:*');
    const response = await sendOutside(newRequest('http://127.0.0.1:1/'), { policy, fetch: (url, init) => fetch(url, init) });
    expect(response).toMatchObject({ ok: false, retryable: true, message: expect.not.stringContaining('internal error') });
  });
});

describe('a header declared by a call', () => {
  const sendHeader = async (name: string, value: string) => {
    const path = `/echo/${randomText()}`;
    const response = await send(newRequest(TARGET + path, { method: 'POST', headers: { [name]: value }, body: 'a' }));
    return { answer: response, sent: (await callsTo(path))[0]?.headers };
  };

  test.each([
    ['cookie', 'a=1; b=2'],
    ['accept', 'application/vnd.acme+json; q=0.5, */*'],
    ['content-type', 'text/plain; charset=iso-8859-1'],
    ['content-encoding', 'identity'],
    ['authorization', 'Custom a="b", c'],
    ['user-agent', 'Mine/1'],
    ['referer', 'https://a.example/'],
    ['origin', 'https://a.example'],
    ['date', 'Tue, 15 Nov 1994 08:12:31 GMT'],
    ['x-empty', ''],
    ['x-tab', 'a\tb'],
    ['x-list', 'a, b,, c'],
  ])('is sent unchanged: %s', async (name, value) => {
    expect((await sendHeader(name, value)).sent).toMatchObject({ [name]: value });
  });

  test.each([
    ['host', 'other.example'],
    ['content-length', '99'],
    ['transfer-encoding', 'chunked'],
    ['connection', 'close'],
    ['x-break', 'a\r\nx-evil: 1'],
    ['x-line', 'a\nb'],
    ['x-nul', 'a\u0000b'],
    ['x-polish', 'łódź'],
    ['x-japanese', '日本'],
    ['x-latin', 'Zürich'],
    ['x bad', 'a'],
    ['', 'a'],
  ])('is refused by its name: “%s: %s”', async (name, value) => {
    const { answer, sent } = await sendHeader(name, value);
    expect(answer).toMatchObject({ ok: false, retryable: false, message: expect.stringContaining(`"${name}"`) });
    expect(sent).toBeUndefined();
  });
});

describe('a call without a complete response', () => {
  const policy = addressPolicy('127.0.0.1:*');
  const outside = { policy, fetch: (url: string, init: RequestInit) => fetch(url, init), probe: probeConnection };
  const call = (method: string, url: string, more: Partial<EgressRequest> = {}) =>
    sendOutside(newRequest(url, { method, ...(method === 'POST' ? { body: '{}' } : {}), ...more }), { ...outside, totalMs: 1_000 });

  test.each(['GET', 'POST', 'PUT', 'DELETE'])(
    '%s: is certain that no connection was made to a closed port, a missing host or a missing TLS server',
    async (method) => {
      for (const url of ['http://127.0.0.1:1/', 'http://nowhere.invalid/', TARGET.replace('http:', 'https:')]) {
        expect(await call(method, url)).toMatchObject({
          ok: false,
          retryable: true,
          code: 'not-connected',
          message: expect.stringContaining('did not arrive'),
        });
      }
    },
  );

  test.each(['GET', 'POST'])(
    '%s: says the call may have arrived if the connection breaks off, before or during the response',
    async (method) => {
      for (const path of [`/reset/${crypto.randomUUID()}`, `/broken/9/${crypto.randomUUID()}`, '/slow/60000/x', '/drip']) {
        expect(await call(method, TARGET + path)).toMatchObject({
          ok: false,
          retryable: true,
          code: 'maybe-arrived',
          message: expect.stringContaining('may have arrived'),
        });
      }
    },
  );

  test('doesn’t claim that nothing arrived if a server was up a moment ago and its port is now closed', async () => {
    const witness = (method: string, ...answers: ('open' | 'refused')[]) => {
      const url = new URL(`http://${crypto.randomUUID()}.example/`);
      const make = () => new ConnectionWitness(method, url, async () => answers.shift() ?? 'open');
      return { make, first: make() };
    };
    // The server ended because of the call: the witness saw it up when the call began.
    expect(await witness('POST', 'open', 'refused').first.sawNoConnection()).toBe(false);
    expect(await witness('POST', 'refused').first.sawNoConnection()).toBe(true);
    const reached = witness('POST', 'open', 'refused');
    reached.first.reached();
    expect(await reached.make().sawNoConnection()).toBe(false);
    expect(await witness('GET', 'refused').first.sawNoConnection()).toBe(true);
  });

  test('refuses headers it can’t send, and accepts those that match what is sent anyway', async () => {
    expect(await call('GET', `${TARGET}/echo/x`, { body: '{"query": 1}' })).toMatchObject({
      ok: false,
      retryable: false,
      message: expect.stringContaining("can't carry a body"),
    });
    for (const headers of [
      { host: 'other.example' },
      { 'content-length': '7' },
      { connection: 'close' },
      { 'transfer-encoding': 'chunked' },
    ]) {
      expect(await call('POST', `${TARGET}/echo/x`, { headers })).toMatchObject({
        ok: false,
        message: expect.stringContaining(`"${Object.keys(headers)[0]}" can't be set`),
      });
    }
    const same = { host: new URL(TARGET).host, 'content-length': '2' };
    expect(await call('POST', `${TARGET}/echo/x`, { headers: same })).toMatchObject({ ok: true, status: 200 });
  });

  test.each([
    ['deflate', deflateSync('{"a":"ü"}')],
    ['deflate', deflateRawSync('{"a":"ü"}')],
    ['x-gzip', gzipSync('{"a":"ü"}')],
    ['GZIP', gzipSync('{"a":"ü"}')],
    ['gzip', gzipSync('{"a":"ü"}')],
    ['br', brotliCompressSync('{"a":"ü"}')],
    ['BR', brotliCompressSync('{"a":"ü"}')],
    ['zstd', zstdCompressSync('{"a":"ü"}')],
    ['gzip, br', brotliCompressSync(gzipSync('{"a":"ü"}'))],
    ['deflate, identity', deflateSync('{"a":"ü"}')],
    ['utf-8', Buffer.from('{"a":"ü"}')],
  ])('HOSTILE 48: removes the content coding “%s”', async (coding, bytes) => {
    const response = await call('GET', `${TARGET}/answer/x?${new URLSearchParams({ coding, base64: bytes.toString('base64') })}`);
    expect(response).toMatchObject({ ok: true });
    expect(response.ok && new TextDecoder().decode(response.body)).toBe('{"a":"ü"}');
  });

  test.each([
    ['aws-chunked', Buffer.from('x'), 'cannot be decompressed'],
    ['deflate', Buffer.from('not packed'), 'not complete deflate data'],
    ['gzip', Buffer.from('not packed'), 'content-encoding'],
    ['deflate, deflate', deflateSync(deflateSync(Buffer.alloc(20_000_000))), '10 MB'],
    ['x-gzip, gzip', gzipSync(gzipSync(Buffer.alloc(20_000_000))), '10 MB'],
  ])('HOSTILE 48: refuses “%s” that is unknown, damaged or a bomb', async (coding, bytes, message) => {
    const response = await call('GET', `${TARGET}/answer/x?${new URLSearchParams({ coding, base64: bytes.toString('base64') })}`);
    expect(response).toMatchObject({ ok: false, message: expect.stringContaining(message) });
  });
});
