import { verifySignature } from '@portage/connectors';
import type { EgressRpc, OutsideCall, OutsideResult } from '@portage/contracts';
import { type HttpDatabase, parseKeyRing, SecretBox, schema } from '@portage/database';
import { DAY_MS, MINUTE_MS } from '@portage/primitives/durations';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, DEPLOY_TOKEN, database, type Person, testEnv } from '../../../test/api.ts';
import { change, giveTurn, makeLive, makeVersion, takeTurn } from '../../../test/areas.ts';
import { signedInAdmin } from '../../../test/workflows.ts';
import type { Env } from '../../env.ts';
import { openHookTarget } from './hook-target.ts';
import { resealHookTargets, sendHookMessages } from './send-hook-messages.ts';

beforeAll(takeTurn);
afterAll(async () => {
  await database().delete(schema.deploymentHooks);
  await giveTurn();
});

const NOON = new Date('2034-06-06T12:00:00Z');
const after = (minutes: number) => new Date(NOON.getTime() + minutes * MINUTE_MS);

/** The gate, with a receiver behind it that responds as given. */
function receiverAt(url: string) {
  const calls: OutsideCall[] = [];
  const next: OutsideResult[] = [];
  const accepted: OutsideResult = { ok: true, status: 200, headers: {}, url, body: new Uint8Array() };
  const egress = {
    async send(call: OutsideCall) {
      if (call.url !== url) return accepted;
      calls.push(call);
      return next.shift() ?? accepted;
    },
  } as EgressRpc;
  return { calls, next, env: { EGRESS: egress }, tick: (minutes: number) => tick(egress, minutes) };
}

function tick(egress: EgressRpc, minutes: number): Promise<void> {
  return sendHookMessages({ ...testEnv, EGRESS: egress } as Env, database(), () => after(minutes));
}

async function addHook(kind: string, admin?: Person) {
  const { token } = admin ?? (await signedInAdmin());
  const url = `https://hooks.example.com/services/${crypto.randomUUID()}`;
  const { status, body } = await api('POST /api/deployments/hooks', { token, body: { name: `To ${kind}`, kind, url } });
  expect(status).toBe(200);
  return { token, url, id: body.hook.id as string, secret: body.secret as string | null, receiver: receiverAt(url) };
}

async function findHook(token: string, id: string) {
  const { body } = await api('GET /api/deployments/hooks', { token });
  return body.hooks.find((hook: { id: string }) => hook.id === id);
}

test('each change of what people get is sent at once, signed: a release, a canary step, its end and a rollback', async () => {
  const [first, second] = [await makeLive('billing'), await makeVersion('billing')];
  const { secret, receiver, id, token } = await addHook('Webhook');
  const options = { env: receiver.env, now: NOON };
  await change('billing', 'canary', { version: second, percent: 10, note: 'Try it' }, options);
  await change('billing', 'canary', { percent: 50 }, options);
  await change('billing', 'canary', { percent: 0 }, options);
  await change('billing', 'live', { version: second }, options);
  await change('billing', 'rollback', {}, options);
  await change('billing', 'hold', { isHeld: true }, options);
  await change('billing', 'hold', { isHeld: false }, options);
  const bodies = receiver.calls.map(({ body }) => JSON.parse(body ?? ''));
  expect(bodies.map(({ type, data }) => [type, data.action])).toEqual(
    ['Canary', 'Canary', 'CanaryEnded', 'Deployed', 'RolledBack'].map((action) => ['deployment.changed', action]),
  );
  const [{ data }] = bodies;
  const part = { name: 'billing', live: first, canary: null };
  expect(data).toMatchObject({
    by: 'tests',
    note: 'Try it',
    changes: [{ name: 'billing', from: part, to: { ...part, canary: { version: second, percent: 10 } } }],
    title: `Set ${data.set}: billing canary changed`,
    link: `https://portage.test/admin/deployments?set=${data.set}`,
  });
  for (const call of receiver.calls) {
    const rawBody = new TextEncoder().encode(call.body ?? '');
    const signed = { headers: new Headers(call.headers), rawBody, nowMs: NOON.getTime() };
    expect(await verifySignature('standard-webhooks', { ...signed, secrets: [secret ?? ''] })).toEqual({ ok: true });
  }
  expect(new Set(receiver.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(5);
  const { deliveries } = await findHook(token, id);
  expect(deliveries).toHaveLength(5);
  expect(deliveries.every(({ status }: { status: string }) => status === 'Delivered')).toBe(true);
});

test('a receiver that is down never fails a change; it gets the same message later, and is given up after a day', async () => {
  await makeLive('billing');
  const version = await makeVersion('billing');
  const { receiver, id, token } = await addHook('Webhook');
  receiver.next.push({ ok: false, message: 'The server could not be reached.', retryable: true });
  expect((await change('billing', 'live', { version }, { env: receiver.env, now: NOON })).status).toBe(200);
  expect((await findHook(token, id)).deliveries[0]).toMatchObject({
    status: 'Waiting',
    attempts: 1,
    error: 'The server could not be reached.',
  });
  await receiver.tick(0.2);
  expect(receiver.calls).toHaveLength(1);
  await receiver.tick(1);
  expect((await findHook(token, id)).deliveries[0]).toMatchObject({ status: 'Delivered', attempts: 2, error: null });
  expect(new Set(receiver.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(receiver.calls.map(({ body }) => body)).size).toBe(1);

  const refused = { ok: true as const, status: 500, headers: {}, url: '', body: new Uint8Array() };
  receiver.next.push(...Array.from({ length: 100 }, () => refused));
  expect((await change('billing', 'rollback', {}, { env: receiver.env, now: after(10) })).status).toBe(200);
  for (let at = 10; at < (2 * DAY_MS) / MINUTE_MS; at += 20) await receiver.tick(at);
  expect((await findHook(token, id)).deliveries[0]).toMatchObject({ status: 'Failed', error: 'The webhook responded with 500.' });
  expect(receiver.calls.length).toBeLessThan(50);
});

test('an address is a secret: no response, audit entry or error message has it, and it is stored sealed', async () => {
  const admin = await signedInAdmin();
  const { url, id, token } = await addHook('Slack', admin);
  // The tests' own gate quotes the address in its error.
  const { body: tested } = await api(`POST /api/deployments/hooks/${id}/test`, { token });
  expect(tested.delivery).toMatchObject({ status: 'Failed', error: 'Nobody is at https://hooks.example.com/….' });
  expect(await findHook(token, id)).toMatchObject({ origin: 'https://hooks.example.com', kind: 'Slack' });
  const listed = await api('GET /api/deployments/hooks', { token });
  const audit = await database().select().from(schema.auditLog).where(eq(schema.auditLog.actorUserId, admin.row.id));
  const hooks = await database().select().from(schema.deploymentHooks);
  const messages = await database().select().from(schema.deploymentHookMessages);
  expect(audit.map(({ action }) => action)).toEqual(expect.arrayContaining(['deployment.hook-added', 'deployment.hook-tested']));
  expect(JSON.stringify([listed.body, tested, audit, hooks, messages])).not.toContain(url.slice(-20));
});

test('a hook that points into the private network is refused, and so is one beyond the limit', async () => {
  const { token } = await signedInAdmin();
  const add = (url: string) => api('POST /api/deployments/hooks', { token, body: { name: 'Inside', kind: 'Webhook', url } });
  for (const url of ['http://127.0.0.1:9/', 'http://169.254.169.254/latest', 'file:///etc/passwd', 'https://user:pass@example.com/']) {
    expect((await add(url)).status).toBe(400);
  }
  const rows = await database().select().from(schema.deploymentHooks);
  for (let count = rows.length; count < 20; count += 1) expect((await add('https://example.com/hook')).status).toBe(200);
  expect((await add('https://example.com/hook')).code).toBe('too-many-hooks');
  await database().delete(schema.deploymentHooks).where(eq(schema.deploymentHooks.name, 'Inside'));
});

test('a deleted hook gets nothing more, and a deploy token can’t manage hooks', async () => {
  const [version, { receiver, id, token }] = [await makeVersion('billing'), await addHook('Webhook')];
  receiver.next.push({ ok: false, message: 'No response.', retryable: true });
  await change('billing', 'live', { version }, { env: receiver.env, now: NOON });
  expect((await api('GET /api/deployments/hooks', { token: DEPLOY_TOKEN })).status).toBe(401);
  expect((await api(`DELETE /api/deployments/hooks/${id}`, { token })).body).toEqual({ isDeleted: true });
  expect((await api(`DELETE /api/deployments/hooks/${id}`, { token })).body).toEqual({ isDeleted: false });
  await receiver.tick(30);
  expect(receiver.calls).toHaveLength(1);
});

test('a new key reseals addresses and secrets', async () => {
  const { id, url, secret } = await addHook('Webhook');
  const CONNECTOR_KEYS = `new:${'C'.repeat(43)},${testEnv.CONNECTOR_KEYS}`;
  await resealHookTargets({ ...testEnv, CONNECTOR_KEYS }, database());
  const [row] = await rowsOf(database(), id);
  const box = new SecretBox(parseKeyRing(CONNECTOR_KEYS));
  expect(box.isCurrent(row?.target ?? '')).toBe(true);
  expect(await openHookTarget(box, { id, target: row?.target ?? '' })).toEqual({ url, secret });
  await database().delete(schema.deploymentHooks).where(eq(schema.deploymentHooks.id, id));
});

function rowsOf(db: HttpDatabase, id: string) {
  return db.select().from(schema.deploymentHooks).where(eq(schema.deploymentHooks.id, id));
}
