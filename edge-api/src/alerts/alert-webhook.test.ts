import { verifySignature } from '@portage/connectors';
import type { EgressRpc, OutsideCall, OutsideResult } from '@portage/contracts';
import { alertHour, recordAlerts, schema } from '@portage/database';
import { MINUTE_MS } from '@portage/primitives/durations';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { api, database, type Person, signedInPerson, testEnv } from '../../test/api.ts';
import { sendAlerts } from './send-alerts.ts';

const NOON = new Date('2032-06-06T12:00:00Z');
const after = (minutes: number) => new Date(NOON.getTime() + minutes * MINUTE_MS);

/** The gate, with a receiver behind it that responds as given. */
function receiverAt(url: string) {
  const calls: OutsideCall[] = [];
  const next: OutsideResult[] = [];
  const taken: OutsideResult = { ok: true, status: 204, headers: {}, url, body: new Uint8Array() };
  const egress = {
    async send(call: OutsideCall) {
      if (call.url !== url) return taken;
      calls.push(call);
      return next.shift() ?? taken;
    },
  } as EgressRpc;
  const tick = (minutes: number) => sendAlerts({ ...testEnv, EGRESS: egress }, database(), () => after(minutes));
  return { calls, next, tick };
}

async function withWebhook(fields: Parameters<typeof signedInPerson>[0] = {}) {
  const person = await signedInPerson(fields);
  const webhookUrl = `https://hooks.example.com/${person.row.id}`;
  const { body } = await api('PUT /api/alerts/settings', { token: person.token, body: { webhookUrl, sendsEmail: false } });
  return { person, secret: body.webhookSecret as string, receiver: receiverAt(webhookUrl) };
}

async function fail({ row }: Person, minutes: number, workflowId = crypto.randomUUID()): Promise<void> {
  const at = after(minutes);
  const groupKey = `RunFailed:${workflowId}:${alertHour(at)}`;
  const event = {
    ownerUserId: row.id,
    kind: 'RunFailed' as const,
    groupKey,
    name: 'Orders',
    workflowId,
    runId: 'run-1',
    message: null,
    at,
  };
  await recordAlerts(database(), [event], 'counts');
}

const readWebhookError = async ({ token }: Person) => (await api('GET /api/alerts/settings', { token })).body.settings.webhookError;

test('a message is signed by Standard Webhooks and says what happened, what it means and where to look', async () => {
  const { person, secret, receiver } = await withWebhook();
  await fail(person, 0);
  await receiver.tick(0);
  const [call, ...more] = receiver.calls;
  if (!call) throw new Error('Nothing was sent');
  expect(more).toEqual([]);
  const rawBody = new TextEncoder().encode(call.body ?? '');
  const signed = { headers: new Headers(call.headers), rawBody, nowMs: NOON.getTime() };
  expect(await verifySignature('standard-webhooks', { ...signed, secrets: [secret] })).toEqual({ ok: true });
  expect(await verifySignature('standard-webhooks', { ...signed, secrets: [`whsec_${'A'.repeat(44)}`] })).toMatchObject({ ok: false });
  const { data } = JSON.parse(call.body ?? '');
  expect(data).toMatchObject({
    alertCount: 1,
    alerts: [{ kind: 'RunFailed', title: 'A run of “Orders” failed', link: 'https://portage.test/run-history/run-1/view' }],
  });
});

test('HOSTILE 57: a receiver that refuses gets the same message again and its owner sees why; it is accepted once', async () => {
  const { person, receiver } = await withWebhook();
  receiver.next.push({ ok: false, message: 'This address is private.', retryable: false });
  receiver.next.push({ ok: true, status: 500, headers: {}, url: '', body: new Uint8Array() });
  await fail(person, 0);
  await receiver.tick(0);
  expect(await readWebhookError(person)).toBe('This address is private.');
  await receiver.tick(2);
  expect(await readWebhookError(person)).toBe('The webhook responded with 500.');
  for (const minutes of [10, 20]) await receiver.tick(minutes);
  expect(await readWebhookError(person)).toBeNull();
  expect(receiver.calls).toHaveLength(3);
  expect(new Set(receiver.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(receiver.calls.map(({ body }) => body)).size).toBe(1);
});

test('HOSTILE 57: a receiver that is down for a day is given up once the message is too old', async () => {
  const { person, receiver } = await withWebhook();
  await fail(person, 0);
  receiver.next.push(...Array.from({ length: 100 }, () => ({ ok: false as const, message: 'No answer.', retryable: true })));
  for (let minutes = 0; minutes < 3_000; minutes += 10) await receiver.tick(minutes);
  const [row] = await database().select().from(schema.alertMessages).where(eq(schema.alertMessages.userId, person.row.id));
  expect(row).toMatchObject({ sentAt: null, droppedAt: expect.any(Date), error: 'No answer.' });
  expect(receiver.calls.length).toBeLessThan(40);
});

test('HOSTILE 57: a group is reported once, however often it happens, and all groups of a minute are one message', async () => {
  const { person, receiver } = await withWebhook();
  const workflowId = crypto.randomUUID();
  await fail(person, 0, workflowId);
  await receiver.tick(0);
  for (let times = 0; times < 30; times += 1) await fail(person, 0.2, workflowId);
  for (let times = 0; times < 60; times += 1) await fail(person, 0.3);
  for (const minutes of [0.4, 0.6, 1.1, 1.5, 3]) await receiver.tick(minutes);
  const told = receiver.calls.map(({ body }) => JSON.parse(body ?? '').data);
  expect(told.map(({ alertCount, alerts }) => [alertCount, alerts.length])).toEqual([
    [1, 1],
    [60, 50],
  ]);
});

test('a removed address gets no more messages', async () => {
  const { person, receiver } = await withWebhook();
  receiver.next.push({ ok: false, message: 'No answer.', retryable: true });
  await fail(person, 0);
  await receiver.tick(0);
  await api('PUT /api/alerts/settings', { token: person.token, body: { webhookUrl: null } });
  await receiver.tick(30);
  expect(receiver.calls).toHaveLength(1);
});
