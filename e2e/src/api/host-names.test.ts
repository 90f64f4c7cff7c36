import { type IncomingHttpHeaders, request } from 'node:http';
import { expect, test } from 'vitest';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { signUp } from './session.ts';

const baseUrl = sharedBaseUrl();

interface Outbox {
  messages: { to: string; text: string; html: string }[];
}

/** `fetch` sets the Host header itself; a hostile caller doesn't. */
function ask(
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  return new Promise((resolve, reject) => {
    const call = request(new URL(path, baseUrl), { method: body === undefined ? 'GET' : 'POST', headers }, async (answer) => {
      let text = '';
      for await (const chunk of answer) text += chunk;
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
    });
    call.once('error', reject);
    call.end(body);
  });
}

const JSON_TYPE = { 'content-type': 'application/json' };

test('HOSTILE 41: a page at another name that points to this machine can neither sign in nor read anything', async () => {
  const host = 'rebound.example';
  const credentials = JSON.stringify({ login: 'admin@portage.local', password: 'portage-admin' });
  expect(await ask('/api/users/signin', { ...JSON_TYPE, host }, credentials)).toMatchObject({ status: 421 });
  for (const path of ['/', '/mfe-registry.json', '/api/configuration', '/local/outbox']) {
    expect((await ask(path, { host, accept: 'application/json' })).status).toBe(421);
  }
});

test('HOSTILE 25: forged forwarding headers don’t get into another person’s reset link', async () => {
  const { email } = await signUp(baseUrl);
  const headers = { ...JSON_TYPE, 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
  expect((await ask('/api/users/forgot-password', headers, JSON.stringify({ email }))).status).toBe(200);
  const mailOf = async () => {
    const { messages } = JSON.parse((await ask('/local/outbox', { accept: 'application/json' })).text) as Outbox;
    // Signing up also sends a mail.
    return messages.find(({ to, text }) => to === email && text.includes('/reset-password'));
  };
  // The line is written after the response has been sent.
  await expect.poll(mailOf).toBeDefined();
  const mail = await mailOf();
  expect(mail?.text).toContain(`${baseUrl}/reset-password?token=`);
  expect(`${mail?.text}${mail?.html}`).not.toContain('evil.example');
});

test('HOSTILE 31: the outbox opens only under this machine’s names, and is never cached', async () => {
  const { host } = new URL(baseUrl);
  const own = await ask('/local/outbox', { host });
  expect(own.status).toBe(200);
  expect(own.headers['cache-control']).toBe('no-store');
});
