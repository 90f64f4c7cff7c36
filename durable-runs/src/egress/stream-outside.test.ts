import { expect, test } from 'vitest';
import { addressPolicy } from './address-policy.ts';
import { streamOutside } from './stream-outside.ts';

const call = (url: string) => ({ method: 'POST', url, headers: {}, body: '{}' });
const respondWith = (make: (url: string, init: RequestInit) => Response | Promise<Response>, allow = '') => ({
  policy: addressPolicy(allow),
  fetch: async (url: string, init: RequestInit) => make(url, init),
});

test('HOSTILE 19: refuses a private address before sending anything, unless the operator allows it', async () => {
  const never = respondWith(() => {
    throw new Error('Nothing may be sent');
  });
  for (const url of ['http://127.0.0.1:1/v1', 'http://169.254.169.254/v1', 'file:///etc/passwd']) {
    expect(await streamOutside(call(url), never), url).toMatchObject({ ok: false });
  }
  const allowed = respondWith(() => new Response('hello'), '127.0.0.1:11434');
  const answer = await streamOutside(call('http://127.0.0.1:11434/v1'), allowed);
  expect(answer.ok && (await new Response(answer.body).text())).toBe('hello');
});

test('HOSTILE 20: doesn’t follow a redirect, because the key would go with it', async () => {
  const asked: RequestInit[] = [];
  const world = respondWith((_, init) => {
    asked.push(init);
    return new Response(null, { status: 307, headers: { location: 'https://evil.example' } });
  });
  expect(await streamOutside(call('https://assistant.example/v1'), world)).toMatchObject({ ok: true, status: 307 });
  expect(asked.map(({ redirect }) => redirect)).toEqual(['manual']);
});

test('HOSTILE 23: cuts off an endless response', async () => {
  const endless = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)) });
  const answer = await streamOutside(
    call('https://assistant.example/v1'),
    respondWith(() => new Response(endless)),
  );
  await expect(answer.ok && new Response(answer.body).text()).rejects.toThrow('larger than 2 MB');
});

test('reports a server that doesn’t respond in time as a timeout', async () => {
  const world = respondWith(
    (_, { signal }) => new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  );
  const answer = await streamOutside({ ...call('https://assistant.example/v1'), timeoutMs: 1_000 }, world);
  expect(answer).toEqual({ ok: false, message: 'The server didn’t respond within 1 s.' });
});
