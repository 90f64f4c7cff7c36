import { sign } from '@octokit/webhooks-methods';
import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readStep, waitForRun } from '../api/runs.ts';
import { signUp } from '../api/session.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { API_KEY, type EventSystem, startEventSystem } from './event-system.ts';
import { makeEventType, makeEventWorkflow } from './make-event-type.ts';

const baseUrl = sharedBaseUrl();
let system: EventSystem;
let api: Client<Calls>;
let connectorTypeId: string;
let connectorId: string;

beforeAll(async () => {
  system = await startEventSystem();
  connectorTypeId = await makeEventType(baseUrl, system.url, 'github');
  ({ api } = await signUp(baseUrl));
  const { connector } = await api('POST /api/connectors', { body: { name: 'Orders', connectorTypeId, apiKey: API_KEY } });
  connectorId = connector.id;
});

afterAll(() => system.close());

beforeEach(() => {
  Object.assign(system.mood, { isDown: false, refusal: null, breaksOnce: false });
  system.asked.length = 0;
});

const makeWorkflow = (eventId: string, parameters: Record<string, string> = {}) =>
  makeEventWorkflow(api, { connectorId, connectorTypeId }, eventId, parameters);

const sold = () => makeWorkflow('order.sold', { 'body.suffix': '/nl' });
const activate = (id: string) => api('POST /api/workflows/{id}/activate', { params: { id } });
const deactivate = (id: string) => api('POST /api/workflows/{id}/deactivate', { params: { id } });
const readEventStatus = (id: string) => api('GET /api/workflows/{id}/event-status', { params: { id } });
const listHooks = (webhookUrl: string) => [...system.hooks.values()].filter(({ url }) => url.startsWith(webhookUrl));
const catchMessage = (call: Promise<unknown>) =>
  call.then(
    () => 'it went well',
    (error: unknown) => (error as Error).message,
  );

/** A webhook as the system sends it. */
async function deliver(webhookUrl: string, body: string, headers: Record<string, string> = {}) {
  const { secret = '' } = listHooks(webhookUrl)[0] ?? {};
  const response = await fetch(webhookUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': await sign(secret || 'none', body), ...headers },
    body,
  });
  return { status: response.status, body: (await response.json()) as { workflowInstanceId?: string; errors?: { code: string }[] } };
}

async function listRuns(workflowId: string) {
  const { workflowInstances } = await api('GET /api/workflows/find-instances', { query: { workflowId, pageSize: 100, pageIndex: 0 } });
  return workflowInstances;
}

async function readPayload(runId: string): Promise<unknown> {
  await waitForRun(api, runId);
  return (await readStep(api, runId, 'read')).stepData?.response?.body;
}

describe('a registered event', () => {
  test('HOOK-06: activation registers it with the system using the mapped parameters, a signed delivery starts a run, deactivation removes it', async () => {
    const { id, webhookUrl } = await sold();
    expect(webhookUrl).toMatch(/\/api\/webhooks\/[\w-]{32}$/);
    expect((await deliver(webhookUrl, '{}')).status).toBe(409);

    expect(await activate(id)).toMatchObject({ isSuccess: true, warnings: [] });
    expect(listHooks(webhookUrl)).toEqual([
      { id: expect.any(String), url: webhookUrl, topic: 'sold/nl', secret: expect.stringMatching(/^[\w-]{43}$/) },
    ]);
    expect(await readEventStatus(id)).toMatchObject({ state: 'listening', mode: 'registered', message: null });

    const body = '{"type":"sold","delivery":"d-1","order":{"id":7,"name":"Zoë"}}';
    const { status, body: answer } = await deliver(webhookUrl, body);
    expect(status).toBe(200);
    expect(await readPayload(answer.workflowInstanceId ?? '')).toEqual(JSON.parse(body));
    // The same delivery again is the same run; another event starts none.
    expect((await deliver(webhookUrl, body)).body).toEqual(answer);
    expect(await deliver(webhookUrl, '{"type":"returned","delivery":"d-2"}')).toEqual({ status: 200, body: {} });
    expect((await deliver(webhookUrl, '{"type":"sold","delivery":"d-3"}')).body.workflowInstanceId).not.toBe(answer.workflowInstanceId);

    await activate(id);
    expect(listHooks(webhookUrl)).toHaveLength(1);
    expect(system.asked.filter(({ method }) => method === 'POST')).toHaveLength(1);

    expect(await deactivate(id)).toMatchObject({ isSuccess: true, warnings: [] });
    expect(listHooks(webhookUrl)).toEqual([]);
    expect(await readEventStatus(id)).toMatchObject({ state: 'off', pendingRemovals: 0 });
    expect((await deliver(webhookUrl, '{"type":"sold"}')).status).toBe(409);
  });

  test('HOSTILE 30: unsigned, changed, signed by another, and with a false content type: refused, and nothing runs', async () => {
    const { id, webhookUrl } = await sold();
    await activate(id);
    const body = '{"type":"sold","delivery":"x"}';
    const secret = listHooks(webhookUrl)[0]?.secret ?? '';
    const codeOf = async (headers: Record<string, string>, sent = body) => {
      const { status, body: answer } = await deliver(webhookUrl, sent, headers);
      return `${status} ${answer.errors?.[0]?.code ?? ''}`;
    };
    expect(await codeOf({ 'x-hub-signature-256': '' })).toBe('401 signature-missing');
    expect(await codeOf({ 'x-hub-signature-256': 'sha256=abc' })).toBe('401 signature-malformed');
    expect(await codeOf({ 'x-hub-signature-256': await sign('another secret', body) })).toBe('401 signature-mismatch');
    expect(await codeOf({ 'x-hub-signature-256': await sign(secret, body) }, body.replace('sold', 'solD'))).toBe('401 signature-mismatch');
    expect(await codeOf({ 'content-type': 'application/x-www-form-urlencoded' })).toBe('400 content-type-mismatch');
    expect(await codeOf({ 'content-type': 'text/plain' })).toBe('200 ');
    expect(await listRuns(id)).toEqual([]);
    await deactivate(id);
  });

  test('a refusal by the system fails the activation with the system’s words; a missing required parameter is named', async () => {
    const { id, webhookUrl } = await sold();
    system.mood.refusal = 'This topic needs the plan Gold';
    expect(await catchMessage(activate(id))).toContain('This topic needs the plan Gold');
    expect((await api('GET /api/workflows/{id}', { params: { id } })).workflow.isActive).toBe(false);
    expect(listHooks(webhookUrl)).toEqual([]);
    expect(await readEventStatus(id)).toMatchObject({ state: 'off' });
    const { id: other } = await makeWorkflow('order.sold');
    expect(await catchMessage(activate(other))).toContain('Please enter Suffix');
    const { id: third } = await makeWorkflow('order.lost');
    expect(await catchMessage(activate(third))).toContain('order.lost');
  });

  test('an attempt whose response was lost leaves no second registration behind', async () => {
    const { id, webhookUrl } = await sold();
    system.mood.breaksOnce = true;
    await catchMessage(activate(id));
    await activate(id);
    expect(listHooks(webhookUrl)).toHaveLength(1);
    expect((await deliver(webhookUrl, '{"type":"sold","delivery":"y"}')).status).toBe(200);
    await api('DELETE /api/workflows/{id}', { params: { id } });
    expect(listHooks(webhookUrl)).toEqual([]);
  });

  test('a system that is down at deactivation: the person is notified, and the event is removed once it recovers', async () => {
    const { id, webhookUrl } = await sold();
    await activate(id);
    system.mood.isDown = true;
    expect(await deactivate(id)).toMatchObject({ isSuccess: true, warnings: [{ code: 'event-removal-pending' }] });
    expect(listHooks(webhookUrl)).toHaveLength(1);
    expect(await readEventStatus(id)).toMatchObject({ state: 'off', pendingRemovals: 1 });
    // Later calls start nothing.
    expect((await deliver(webhookUrl, '{"type":"sold"}')).status).toBe(409);
    system.mood.isDown = false;
    await expect.poll(() => listHooks(webhookUrl), { timeout: 90_000, interval: 1_000 }).toEqual([]);
    await expect.poll(async () => (await readEventStatus(id)).pendingRemovals).toBe(0);
  });

  test('HOOK-04: a test registers it for the test’s duration and runs as a test', async () => {
    const { id, webhookUrl } = await sold();
    await api('POST /api/workflows/{id}/start-testing', { params: { id } });
    const { body } = await deliver(webhookUrl, '{"type":"sold","delivery":"t"}');
    expect((await waitForRun(api, body.workflowInstanceId ?? '')).isTest).toBe(true);
    await api('POST /api/workflows/{id}/stop-testing', { params: { id } });
    expect(listHooks(webhookUrl)).toEqual([]);
  });
});

describe('an event that a person sets up', () => {
  test('HOSTILE 30: isn’t activated without a secret; with one in the connector, calls signed with it count', async () => {
    const { id, webhookUrl } = await makeWorkflow('order.told');
    expect(await catchMessage(activate(id))).toContain('No secret is set to verify calls');
    await api('PUT /api/connectors/{id}', {
      params: { id: connectorId },
      body: { customOptions: { 'webhook::secret': 'said on the phone' } },
    });
    expect(await activate(id)).toMatchObject({ warnings: [{ code: 'event-by-hand' }] });
    const body = '{"id":"o-1"}';
    expect((await deliver(webhookUrl, body, { 'x-hub-signature-256': await sign('said on the phone', body) })).status).toBe(200);
    expect((await deliver(webhookUrl, body, { 'x-hub-signature-256': await sign('none', body) })).status).toBe(401);
    await deactivate(id);
  });
});

describe('an event whose calls only announce news', () => {
  test('reads them with a stored cursor: each once, in order, over several pages', async () => {
    const { id, webhookUrl } = await makeWorkflow('feed.news');
    await activate(id);
    expect(listHooks(webhookUrl)).toMatchObject([{ topic: 'feed' }]);
    for (let n = 1; n <= 8; n += 1) system.feed.push({ id: `n-${n}`, n });
    expect(await deliver(webhookUrl, '{"ping":true}')).toEqual({ status: 200, body: {} });
    await expect.poll(async () => (await listRuns(id)).length).toBe(8);
    system.feed.push({ id: 'n-9', n: 9 });
    await Promise.all([deliver(webhookUrl, '{"ping":true}'), deliver(webhookUrl, '{"ping":true}'), deliver(webhookUrl, '{"ping":true}')]);
    await expect.poll(async () => (await listRuns(id)).length).toBe(9);
    const read = await Promise.all((await listRuns(id)).map((run) => readPayload(run.id)));
    expect(read.map((payload) => (payload as { n: number }).n).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    await deactivate(id);
    expect(listHooks(webhookUrl)).toEqual([]);
  });
});

describe('a polled event', () => {
  test('ignores existing records; each new one starts a run; problems are reported', async () => {
    for (let before = 0; before < 5; before += 1) system.addOrder(-1_100);
    const { id } = await makeWorkflow('order.changed');
    system.mood.isDown = true;
    expect(await catchMessage(activate(id))).toContain('Down for maintenance');
    system.mood.isDown = false;
    await activate(id);
    expect(await readEventStatus(id)).toMatchObject({
      state: 'listening',
      mode: 'polled',
      lastReadAt: expect.any(String),
      nextReadAt: expect.any(String),
    });

    const added = Array.from({ length: 7 }, () => system.addOrder(1_100).id);
    await expect.poll(async () => (await listRuns(id)).length, { timeout: 90_000, interval: 1_000 }).toBe(7);
    const payloads = await Promise.all((await listRuns(id)).map((run) => readPayload(run.id)));
    expect(payloads.map((payload) => (payload as { id: string }).id).sort()).toEqual(added.sort());

    system.mood.isDown = true;
    await expect.poll(async () => (await readEventStatus(id)).state, { timeout: 90_000, interval: 1_000 }).toBe('failing');
    expect((await readEventStatus(id)).message).toContain('Down for maintenance');
    system.mood.isDown = false;
    await deactivate(id);
    expect(await listRuns(id)).toHaveLength(7);
  });
});

test('a connector with active workflows isn’t deleted', async () => {
  const { id } = await sold();
  await activate(id);
  expect(await catchMessage(api('DELETE /api/connectors/{id}', { params: { id: connectorId } }))).toContain('is used by active workflows');
  await deactivate(id);
});
