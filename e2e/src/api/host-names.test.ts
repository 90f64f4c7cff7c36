import { type IncomingHttpHeaders, request } from 'node:http';
import { expect, inject, test } from 'vitest';
import { signUp } from './session.ts';

const baseUrl = inject('baseUrl');

interface Outbox {
  messages: { to: string; text: string; html: string }[];
}

/** `fetch` sets the Host header itself; a hostile caller does not. */
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

test('HOSTILE 25: a forged Host header does not get into the reset link that another person is sent', async () => {
  const { email } = await signUp(baseUrl);
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'content-type': 'application/json' };
  expect((await ask('/api/users/forgot-password', headers, JSON.stringify({ email }))).status).toBe(200);
  const mailOf = async () => {
    const { messages } = JSON.parse((await ask('/local/outbox', { accept: 'application/json' })).text) as Outbox;
    return messages.find(({ to }) => to === email);
  };
  // It is written after the answer has gone.
  await expect.poll(mailOf).toBeDefined();
  const mail = await mailOf();
  expect(mail?.text).toContain(`${baseUrl}/reset-password?token=`);
  expect(`${mail?.text}${mail?.html}`).not.toContain('evil.example');
});

test('HOSTILE 31: the outbox opens under the names of this machine only, and no cache keeps it', async () => {
  const { host } = new URL(baseUrl);
  const own = await ask('/local/outbox', { host });
  expect(own.status).toBe(200);
  expect(own.headers['cache-control']).toBe('no-store');
  expect((await ask('/local/outbox', { host: 'rebound.example', accept: 'application/json' })).status).toBe(404);
});
