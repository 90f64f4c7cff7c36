import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { api, fetchWorker, signedInPerson } from '../../test/api.ts';
import { findStart } from '../../test/run-engine.ts';
import { makeWebhookWorkflow } from '../../test/workflows.ts';

const SECRET = 'whsec-test';
const BODY = '{"invoice":  "INV-7"}';
const JSON_TYPE = { 'content-type': 'application/json' };
const custom = { header: 'X-Signature', algorithm: 'SHA-256', encoding: 'hex', prefix: 'sha256=' };
const sign = (body: string | Uint8Array) => `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`;

async function verifiedWebhook(verification: object | null = { scheme: 'custom', custom, secret: SECRET }) {
  const person = await signedInPerson();
  const { id, triggerCode } = await makeWebhookWorkflow(person);
  const address = `PUT /api/workflows/${id}/webhook-verification`;
  const saved = await api(address, { token: person.token, body: { verification } });
  const send = (body: BodyInit, headers: Record<string, string> = {}) =>
    fetchWorker(`/api/webhooks/${triggerCode}`, { method: 'POST', body, headers: { ...JSON_TYPE, ...headers } });
  return { person, id, saved, send, address };
}

test('HOSTILE 30: an unsigned or wrongly signed call gets 401 and starts nothing; a signed one starts a run', async () => {
  const { person, id, send } = await verifiedWebhook();
  const refused = [
    await send(BODY),
    await send(BODY, { 'x-signature': 'sha256=00' }),
    await send('{"invoice": "INV-7"}', { 'x-signature': sign(BODY) }),
  ];
  for (const response of refused) {
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ isSuccess: false, errors: [{ code: expect.stringMatching(/^signature-/) }] });
  }
  expect((await api('GET /api/workflows/find-instances', { token: person.token })).body.totalCount).toBe(0);
  expect((await send(BODY, { 'x-signature': sign(BODY) })).status).toBe(202);
  await expect
    .poll(async () => (await api(`GET /api/workflows/${id}/webhook-verification`, { token: person.token })).body.verification)
    .toMatchObject({ scheme: 'custom', refusedCount: expect.any(Number), lastRefusal: expect.any(String) });
});

test('a compressed body may be signed as it was written or as it was sent', async () => {
  const { send } = await verifiedWebhook();
  const packed = gzipSync(BODY);
  for (const signed of [BODY, packed]) {
    expect((await send(packed, { 'x-signature': sign(signed), 'content-encoding': 'gzip' })).status).toBe(202);
  }
  expect((await send(packed, { 'x-signature': sign('x'), 'content-encoding': 'gzip' })).status).toBe(401);
});

test('HOSTILE 30: a signed call that is sent again starts nothing, and an equal one that is signed later starts a run', async () => {
  const timed = { ...custom, timestampHeader: 'X-Time', template: '{timestamp}.{body}' };
  const { send } = await verifiedWebhook({ scheme: 'custom', custom: timed, secret: SECRET });
  const signedAt = (seconds: number) => ({ 'x-time': String(seconds), 'x-signature': sign(`${seconds}.${BODY}`) });
  const runOf = async (seconds: number) => {
    const response = await send(BODY, signedAt(seconds));
    expect(response.status).toBe(202);
    return ((await response.json()) as { workflowInstanceId: string }).workflowInstanceId;
  };
  const nowSeconds = Math.floor(Date.now() / 1_000);
  const first = await runOf(nowSeconds);
  expect(await runOf(nowSeconds)).toBe(first);
  expect(await runOf(nowSeconds - 1)).not.toBe(first);
});

test('HOSTILE 30: a signed call that is sent again with a delivery id added starts nothing', async () => {
  const { send } = await verifiedWebhook({ scheme: 'stripe', secret: SECRET });
  const runOf = async (body: string, added: Record<string, string> = {}) => {
    const time = Math.floor(Date.now() / 1_000);
    const v1 = createHmac('sha256', SECRET).update(`${time}.${body}`).digest('hex');
    const response = await send(body, { 'stripe-signature': `t=${time},v1=${v1}`, ...added });
    expect(response.status).toBe(202);
    return ((await response.json()) as { workflowInstanceId: string }).workflowInstanceId;
  };
  const first = await runOf('{"id":"evt_1"}');
  for (const header of ['idempotency-key', 'x-github-delivery', 'x-shopify-webhook-id', 'webhook-id']) {
    expect(await runOf('{"id":"evt_1"}', { [header]: crypto.randomUUID() }), header).toBe(first);
  }
  expect(await runOf('{"id":"evt_2"}')).not.toBe(first);
});

test('the secret is never returned, and stays when only the settings change', async () => {
  const { person, id, saved, send, address } = await verifiedWebhook();
  const read = await api(`GET /api/workflows/${id}/webhook-verification`, { token: person.token });
  const workflow = await api(`GET /api/workflows/${id}`, { token: person.token });
  for (const { body } of [saved, read, workflow]) expect(JSON.stringify(body)).not.toContain(SECRET);
  const changed = { ...custom, header: 'X-Other' };
  await api(address, { token: person.token, body: { verification: { scheme: 'custom', custom: changed } } });
  expect((await send(BODY, { 'x-other': sign(BODY) })).status).toBe(202);
  await api(address, { token: person.token, body: { verification: null } });
  expect((await send(BODY)).status).toBe(202);
});

test.each([
  ['no secret', { scheme: 'github' }],
  ['a scheme that nobody knows', { scheme: 'klingon', secret: SECRET }],
  ['a generic one without settings', { scheme: 'custom', secret: SECRET }],
  ['a content without the body', { scheme: 'custom', secret: SECRET, custom: { ...custom, template: '{timestamp}' } }],
])('settings with %s are refused', async (_, verification) => {
  expect((await verifiedWebhook(verification)).saved.status).toBe(400);
});

test('a token that proves the caller doesn’t become part of the run', async () => {
  const { send } = await verifiedWebhook({ scheme: 'token', secret: SECRET });
  const response = await send(BODY, { 'x-webhook-token': SECRET });
  const { workflowInstanceId } = (await response.json()) as { workflowInstanceId: string };
  expect(JSON.stringify(await findStart(workflowInstanceId))).not.toContain(SECRET);
});
