import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { alertMailsTo, failingSteps } from '../api/outbox.ts';
import { activeWebhook, postWebhook } from '../api/runs.ts';
import { signIn, signUp } from '../api/session.ts';
import { killWorkersRuntime } from '../stack/kill-workers.ts';
import { freePort, type Stack, startStack } from '../stack/stack.ts';
import { startedDataDir } from '../stack/started-data-dir.ts';

const LONGEST_MS = 240_000;
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

interface Victim {
  api: Awaited<ReturnType<typeof signUp>>['api'];
  email: string;
  password: string;
  /** The path of their webhook. */
  path: string;
  /** Starts a run that fails. */
  webhookUrl: string;
}

interface Received {
  path: string;
  id: string;
  isSigned: boolean;
  title: string;
}

/** Receives messages and checks their signatures; `onFirst` is awaited before responding to the first message at its path. */
async function startReceiver() {
  const received: Received[] = [];
  const secrets = new Map<string, string>();
  const control = { onFirst: null as { path: string; act(): Promise<void> } | null };
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    void readAll(request).then(async (body) => {
      const path = request.url ?? '';
      const header = (name: string) => String(request.headers[name] ?? '');
      const { title } = JSON.parse(body).data.alerts[0];
      received.push({ path, id: header('webhook-id'), isSigned: isSigned(header, body, secrets.get(path) ?? ''), title });
      const { onFirst } = control;
      // An earlier kill may make a message to another path arrive twice.
      if (onFirst?.path === path) {
        control.onFirst = null;
        await onFirst.act();
      }
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(async () => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received, secrets, control };
}

test('HOSTILE 57: kills between a failure and its messages lose no message and send none twice', async () => {
  const receiver = await startReceiver();
  const { dataDir, remove } = await startedDataDir();
  cleanups.push(remove);
  const settings = { dataDir, port: await freePort(), env: { PORTAGE_EGRESS_ALLOW: '127.0.0.1:*' } };
  let stack: Stack = await startStack(settings);
  cleanups.push(() => stack.stop());

  const people: Victim[] = [];
  for (const name of ['start', 'recorded', 'sent', 'everything']) {
    const person = await signUp(stack.baseUrl);
    const path = `/${name}`;
    const { webhookSecret } = await person.api('PUT /api/alerts/settings', { body: { webhookUrl: `${receiver.url}${path}` } });
    receiver.secrets.set(path, webhookSecret ?? '');
    const { webhookUrl } = await activeWebhook(person.api, `Orders ${name}`, failingSteps);
    people.push({ ...person, path, webhookUrl });
  }
  const [atStart, recorded, sent, everything] = people as [Victim, Victim, Victim, Victim];
  const isRecorded = ({ api }: Victim) =>
    until(async () => (await api('GET /api/alerts', { query: {} }).catch(() => null))?.totalCount === 1);

  // Right after the run's start was accepted.
  await postWebhook(atStart.webhookUrl, {});
  await killWorkersRuntime(stack);
  await isRecorded(atStart);
  // Between the end of the run and the next sender.
  await postWebhook(recorded.webhookUrl, {});
  await isRecorded(recorded);
  await killWorkersRuntime(stack);
  // After the receiver has the message, before that is recorded.
  await until(() => people.slice(0, 2).every(({ path }) => receiver.received.some((message) => message.path === path)));
  const killed = new Promise<void>((resolve) => {
    const act = async () => {
      await killWorkersRuntime(stack);
      resolve();
    };
    receiver.control.onFirst = { path: sent.path, act };
  });
  await until(() => isHealthy(stack.baseUrl));
  await postWebhook(sent.webhookUrl, {});
  await killed;
  // Everything, including PostgreSQL.
  await until(() => isHealthy(stack.baseUrl));
  await postWebhook(everything.webhookUrl, {});
  await isRecorded(everything);
  await stack.kill();
  stack = await startStack(settings);

  for (const { email, path } of people) {
    await until(async () => (await alertMailsTo(stack.baseUrl, email)).length > 0);
    await until(() => receiver.received.some((message) => message.path === path));
  }
  // The message whose response was lost is sent again, and then nothing is pending.
  await until(() => receiver.received.filter(({ path }) => path === sent.path).length >= 2);
  const again = await signIn(stack.baseUrl, everything);
  await until(async () => (await again('GET /api/alerts/settings', {})).settings.webhookError === null);
  for (const { email, path } of people) {
    expect((await alertMailsTo(stack.baseUrl, email)).map(({ subject }) => subject)).toEqual([`A run of “Orders ${path.slice(1)}” failed`]);
    const messages = receiver.received.filter((message) => message.path === path);
    expect(new Set(messages.map(({ id }) => id)).size, path).toBe(1);
    expect(messages.every(({ isSigned }) => isSigned)).toBe(true);
  }
});

async function isHealthy(baseUrl: string): Promise<boolean> {
  return fetch(`${baseUrl}/api/health`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Follows Standard Webhooks. */
function isSigned(header: (name: string) => string, body: string, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = createHmac('sha256', key)
    .update(`${header('webhook-id')}.${header('webhook-timestamp')}.${body}`)
    .digest('base64');
  return header('webhook-signature').split(' ').includes(`v1,${signed}`);
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const endMs = Date.now() + LONGEST_MS;
  while (!(await holds())) {
    if (Date.now() > endMs) throw new Error('Waited for too long');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
