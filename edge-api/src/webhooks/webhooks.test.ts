import { parseRunId } from '@portage/contracts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { api, fetchWorker, type Person, signedInPerson } from '../../test/api.ts';
import { findStart } from '../../test/run-engine.ts';
import { sentStatements } from '../../test/sent-statements.ts';
import { makeWebhookWorkflow, makeWorkflow, stepsWith } from '../../test/workflows.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function webhook(person?: Person): Promise<{ person: Person; id: string; versionId: string; path: string }> {
  const owner = person ?? (await signedInPerson());
  const { id, versionId, triggerCode } = await makeWebhookWorkflow(owner);
  return { person: owner, id, versionId, path: `/api/webhooks/${triggerCode}` };
}

function send(path: string, body: BodyInit | null, headers: Record<string, string> = {}, method = 'POST'): Promise<Response> {
  return fetchWorker(path, { method, headers, ...(body === null ? {} : { body }) });
}

async function startedBy(response: Response) {
  expect(response.status).toBe(202);
  const { workflowInstanceId } = (await response.json()) as { workflowInstanceId: string };
  return findStart(workflowInstanceId);
}

describe('a call to a webhook address', () => {
  test('starts a run of the published version with what was sent', async () => {
    const { person, id, versionId, path } = await webhook();
    const response = await send(`${path}?source=shop&tag=a&tag=b`, '{"total": 7, "lines": []}', {
      'content-type': 'application/json',
      'X-Shop-Topic': 'orders/create',
      cookie: 'session=1',
      authorization: 'Bearer secret',
    });
    const start = await startedBy(response);
    expect(start).toMatchObject({
      ownerUserId: person.row.id,
      workflowId: id,
      versionId,
      startedByHand: false,
      isTest: false,
      trigger: {
        type: 'Webhook',
        method: 'POST',
        payload: { total: 7, lines: [] },
        query: { source: 'shop', tag: ['a', 'b'] },
        headers: { 'content-type': 'application/json', 'x-shop-topic': 'orders/create' },
      },
    });
    expect(JSON.stringify(start)).not.toContain('secret');
    expect(JSON.stringify(start)).not.toContain('session=1');
    expect(parseRunId(start?.runId ?? '')?.ownerUserId).toBe(person.row.id);
  });

  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('may use %s, with or without the trailing slash', async (method) => {
    const { path } = await webhook();
    for (const address of [path, `${path}/`]) {
      expect(await startedBy(await send(address, null, {}, method))).toMatchObject({ trigger: { method, payload: null } });
    }
  });

  test('may use HEAD, which gets a response without a body', async () => {
    const { path } = await webhook();
    expect((await send(path, null, {}, 'HEAD')).status).toBe(202);
  });

  test('is open to other sites: a browser’s preflight starts nothing', async () => {
    const { path } = await webhook();
    const preflight = await send(
      path,
      null,
      { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
      'OPTIONS',
    );
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type');
    for (const body of ['{}', '{']) {
      const answer = await send(path, body, { 'content-type': 'application/json' });
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    }
  });

  test('reads a form, text and bytes as what they are', async () => {
    const { path } = await webhook();
    const payloadOf = async (body: BodyInit, contentType: string) =>
      (await startedBy(await send(path, body, { 'content-type': contentType })))?.trigger.payload;
    expect(await payloadOf('name=Ada+L&email=a%40b.example', 'application/x-www-form-urlencoded')).toEqual({
      name: 'Ada L',
      email: 'a@b.example',
    });
    expect(await payloadOf('hällo', 'text/plain')).toBe('hällo');
    expect(await payloadOf(new Uint8Array([1, 2, 255]), 'application/octet-stream')).toEqual({
      contentType: 'application/octet-stream',
      encoding: 'base64',
      content: 'AQL/',
    });
  });

  test('HOSTILE 9: keeps keys called __proto__ and constructor, and half surrogate pairs', async () => {
    const { path } = await webhook();
    const text = '{"__proto__":{"polluted":true},"constructor":1,"half":"\\ud800","big":12345678901234567890}';
    const payload = (await startedBy(await send(path, text, { 'content-type': 'application/json' })))?.trigger.payload as object;
    expect(Object.keys(payload)).toEqual(['__proto__', 'constructor', 'half', 'big']);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('a refused call', () => {
  test('says why, with the right status', async () => {
    const person = await signedInPerson();
    const inactive = await makeWorkflow(person, { steps: stepsWith('Webhook') });
    const manual = await makeWorkflow(person, { steps: stepsWith('Manual') });
    await api(`POST /api/workflows/${manual.id}/activate`, { token: person.token });
    const { path } = await webhook(person);
    const json = { 'content-type': 'application/json' };
    const refusals: [string, BodyInit | null, Record<string, string>, number, string][] = [
      [`/api/webhooks/${'x'.repeat(32)}`, '{}', json, 404, 'not-found'],
      ['/api/webhooks/%00', '{}', json, 404, 'not-found'],
      [`/api/webhooks/${'x'.repeat(5_000)}`, '{}', json, 404, 'not-found'],
      [`/api/webhooks/${manual.triggerCode}`, '{}', json, 404, 'not-found'],
      [`/api/webhooks/${inactive.triggerCode}`, '{}', json, 409, 'workflow-inactive'],
      [path, '{"a":', json, 400, 'content-type-mismatch'],
      [path, '{"a":1}', { 'content-type': 'application/x-www-form-urlencoded' }, 400, 'content-type-mismatch'],
      [path, '['.repeat(501) + ']'.repeat(501), json, 400, 'payload-too-deep'],
      [path, 'x', { ...json, 'content-encoding': 'gzip' }, 400, 'content-type-mismatch'],
      [path, '{}', { ...json, 'content-encoding': 'utf-8' }, 415, 'unsupported-content-encoding'],
    ];
    for (const [address, body, headers, status, code] of refusals) {
      const response = await send(address, body, headers);
      expect({ status: response.status, body: await response.json() }).toMatchObject({
        status,
        body: { isSuccess: false, errors: [{ code, userMessage: expect.any(String) }] },
      });
    }
    const { body } = await api('GET /api/workflows/find-instances', { token: person.token });
    expect(body.totalCount).toBe(0);
  });

  test('is cut off above 10 MB, announced or streamed; a body of exactly 10 MB is accepted', async () => {
    const { path } = await webhook();
    const limit = 10_000_000;
    const json = { 'content-type': 'application/json' };
    expect((await send(path, `"${'x'.repeat(limit - 2)}"`, json)).status).toBe(202);
    expect((await send(path, `"${'x'.repeat(limit - 1)}"`, json)).status).toBe(413);

    let sentBytes = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sentBytes += 100_000;
        controller.enqueue(new Uint8Array(100_000).fill(0x20));
      },
    });
    const response = await send(path, endless, json);
    expect(response.status).toBe(413);
    expect(((await response.json()) as { errors: { code: string }[] }).errors[0]?.code).toBe('payload-too-large');
    // Data after the limit is discarded for a while, so that most callers see why; then the call is cut off.
    expect(sentBytes).toBeLessThan(limit + 34_000_000);
  });

  test('HOSTILE 11: deactivating and deleting close the address at once, and activating reopens it', async () => {
    const { person, id, path } = await webhook();
    const change = (call: string) => api(call, { token: person.token });
    const status = async () => (await send(path, null)).status;
    expect(await status()).toBe(202);
    await change(`POST /api/workflows/${id}/deactivate`);
    expect(await status()).toBe(409);
    await change(`POST /api/workflows/${id}/activate`);
    expect(await status()).toBe(202);
    await change(`DELETE /api/workflows/${id}`);
    expect(await status()).toBe(404);
  });

  test('runs the new version at once when an active workflow is renamed', async () => {
    const { person, id, path } = await webhook();
    await send(path, null);
    const { body } = await api(`PUT /api/workflows/${id}`, { token: person.token, body: { name: 'Renamed' } });
    const start = await startedBy(await send(path, null));
    expect(start?.versionId).toBe(body.workflow.versionId);
  });

  test('runs the published version, not what another of the owner’s workflows has', async () => {
    const first = await webhook();
    const second = await webhook(first.person);
    expect(await startedBy(await send(first.path, null))).toMatchObject({ workflowId: first.id, versionId: first.versionId });
    expect(await startedBy(await send(second.path, null))).toMatchObject({ workflowId: second.id, versionId: second.versionId });
  });
});

describe('HOSTILE 5: one delivery', () => {
  const delivery = {
    'content-type': 'application/json',
    'x-github-event': 'push',
    'x-github-delivery': 'f3b0c9d2-0000-4000-8000-000000000001',
  };
  const idOf = async (response: Response) => ((await response.json()) as { workflowInstanceId: string }).workflowInstanceId;

  test('sent twice, even simultaneously, is one run', async () => {
    const { path } = await webhook();
    const ids = await Promise.all([1, 2, 3].map(async () => idOf(await send(path, '{}', delivery))));
    expect(new Set(ids).size).toBe(1);
    expect(await idOf(await send(path, '{"other": "body"}', delivery))).toBe(ids[0]);
  });

  test('is distinguished from another one, and from the same one to another workflow', async () => {
    const first = await webhook();
    const second = await webhook(first.person);
    const ids = [
      await idOf(await send(first.path, '{}', delivery)),
      await idOf(await send(first.path, '{}', { ...delivery, 'x-github-delivery': 'another' })),
      await idOf(await send(second.path, '{}', delivery)),
      await idOf(await send(first.path, '{}')),
      await idOf(await send(first.path, '{}')),
    ];
    expect(new Set(ids).size).toBe(5);
  });

  test('is still recognized in the next hour', async () => {
    const { person, path } = await webhook();
    const call = (now: Date) => api<{ workflowInstanceId: string }>(`POST ${path}`, { body: {}, headers: delivery, now });
    const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000;
    const first = await call(new Date(hour + 3_599_000));
    const second = await call(new Date(hour + 3_601_000));
    expect(second.body).toEqual(first.body);
    expect(person.row.id).toBe(parseRunId(first.body.workflowInstanceId)?.ownerUserId);
  });
});

test('the hot path doesn’t query PostgreSQL once address and version are cached', async () => {
  // Cached values don't age while the clock stands still.
  vi.useFakeTimers({ toFake: ['Date'] });
  const { path } = await webhook();
  const call = async () => expect((await api(`POST ${path}`, { body: {} })).status).toBe(202);
  // Calls until every lane knows the version.
  const first = await sentStatements(async () => {
    for (let calls = 0; calls < 30; calls += 1) await call();
  });
  expect(first).not.toEqual([]);
  const later = await sentStatements(async () => {
    for (let calls = 0; calls < 20; calls += 1) await call();
  });
  expect(later).toEqual([]);
});

test.each([
  ['known', async () => (await webhook()).path, 202],
  ['unknown', async () => `/api/webhooks/${crypto.randomUUID()}`, 404],
])('many callers of an address that is %s but not cached query PostgreSQL for it once', async (_name, addressOf, status) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const path = await addressOf();
  const statements = await sentStatements(async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => api(`POST ${path}`, { body: {} })));
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([status]));
  });
  expect(statements.filter((statement) => statement.includes('\\"trigger_code\\" = $'))).toHaveLength(1);
});
