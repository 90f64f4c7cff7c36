import { createHmac } from 'node:crypto';
import type { EventReceiver } from '@portage/contracts';
import { schema } from '@portage/database';
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { api, database, fetchWorker, type Person, signedInPerson, testEnv } from '../../test/api.ts';
import { makeConnectorType } from '../../test/connector-types.ts';
import type { EventObject } from '../../test/event-object.ts';
import { PETS } from '../../test/pets-document.ts';
import { findStart } from '../../test/run-engine.ts';
import { makeWorkflow } from '../../test/workflows.ts';

const SECRET = 'both sides know it';
const now = () => String(Math.floor(Date.now() / 1_000));
const hmac = (text: string, encoding: 'hex' | 'base64', algorithm = 'sha256') =>
  createHmac(algorithm, SECRET).update(text).digest(encoding);

function getEventObject(workflowId: string): EventObject {
  return testEnv.EVENTS.get(testEnv.EVENTS.idFromName(workflowId)) as unknown as EventObject;
}

async function makeEventWorkflow(owner: Person) {
  const openApiDocument = { fileName: 'pets.yaml', fileStorageId: crypto.randomUUID(), storageType: 'R2' };
  await testEnv.FILES.put(`uploads/${openApiDocument.fileStorageId}`, PETS);
  const connectorTypeId = await makeConnectorType({ visibility: 'AllUsers', settings: { authorizationType: 'ApiKey' }, openApiDocument });
  const { body } = await api('POST /api/connectors', { token: owner.token, body: { name: 'Shop', connectorTypeId, apiKey: 'k' } });
  const steps = [
    {
      stepId: 'start',
      type: 'Trigger',
      triggerType: 'ConnectorEvent',
      connectorId: body.connector.id,
      eventId: 'petBorn',
      nextStepId: 'calc',
    },
    { stepId: 'calc', type: 'CustomScript', script: 'return 1' },
  ];
  return makeWorkflow(owner, { name: 'Event', steps });
}

/** An active workflow with the given event receiver. */
async function listening(receiver: Partial<EventReceiver> = {}, person?: Person) {
  const owner = person ?? (await signedInPerson());
  const workflow = await makeEventWorkflow(owner);
  await getEventObject(workflow.id).willReceive({
    scheme: 'github',
    secrets: [SECRET],
    definition: { match: [] },
    isFetched: false,
    ...receiver,
  });
  const { status } = await api(`POST /api/workflows/${workflow.id}/activate`, { token: owner.token });
  expect(status).toBe(200);
  return { owner, id: workflow.id as string, path: `/api/webhooks/${workflow.triggerCode}` };
}

async function send(path: string, body: string, headers: Record<string, string> = {}, method = 'POST') {
  const response = await fetchWorker(path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method === 'HEAD' ? {} : { body }),
  });
  const text = await response.text();
  return { status: response.status, text, json: () => JSON.parse(text), type: response.headers.get('content-type') };
}

const signed = (body: string) => ({ 'x-hub-signature-256': `sha256=${hmac(body, 'hex')}` });

describe('a connector event’s call', () => {
  test('starts a run with the parsed body, without the secrets in headers and address', async () => {
    const { id, path } = await listening({ scheme: 'token' });
    const response = await send(`${path}?token=${encodeURIComponent(SECRET)}&shop=a`, '{"id":1}', {
      'x-gitlab-token': SECRET,
      'x-shop': 'b',
    });
    expect(response.status).toBe(200);
    const start = await findStart(response.json().workflowInstanceId);
    expect(start).toMatchObject({
      workflowId: id,
      isTest: false,
      triggerType: 'ConnectorEvent',
      trigger: { type: 'ConnectorEvent', payload: { id: 1 }, method: 'POST', query: { shop: 'a' }, headers: { 'x-shop': 'b' } },
    });
    expect(JSON.stringify(start)).not.toContain(SECRET);
  });

  test('HOSTILE 5: a delivery that arrives twice is one run, even if one call carries several events', async () => {
    const { path } = await listening({
      definition: { match: [{ in: 'item', name: 'kind', equals: ['a'] }], items: { path: 'events[]', idPath: 'id' } },
    });
    const body = '{"events":[{"id":"1","kind":"a"},{"id":"2","kind":"b"},{"id":"3","kind":"a"}]}';
    const first = (await send(path, body, signed(body))).json();
    expect(first.workflowInstanceIds).toHaveLength(2);
    expect((await findStart(first.workflowInstanceIds[1]))?.trigger.payload).toEqual({ id: '3', kind: 'a' });
    expect((await send(path, body, signed(body))).json()).toEqual(first);
    // Repeats one of them in another call.
    const other = '{"events":[{"id":"3","kind":"a"}]}';
    expect((await send(path, other, signed(other))).json()).toEqual({ workflowInstanceId: first.workflowInstanceIds[1] });
  });

  test('several events without ids, sent again, are the same runs: the call’s bytes identify them', async () => {
    const { path } = await listening({ definition: { match: [], items: { path: '' } } });
    const body = '[{"n":1},{"n":2}]';
    const first = (await send(path, body, signed(body))).json();
    expect((await send(path, body, signed(body))).json()).toEqual(first);
    const other = '[{"n":1},{"n":2} ]';
    expect((await send(path, other, signed(other))).json()).not.toEqual(first);
  });

  test('more than 1,000 events in one call are refused, and none of them starts a run', async () => {
    const { path } = await listening({ definition: { match: [{ in: 'item', name: 'kind', equals: ['a'] }], items: { path: '' } } });
    const body = JSON.stringify(Array.from({ length: 1_001 }, () => ({ kind: 'a' })));
    expect(await send(path, body, signed(body))).toMatchObject({ status: 413, text: expect.stringContaining('too-many-events') });
    const others = JSON.stringify([...Array.from({ length: 1_000 }, () => ({ kind: 'b' })), { kind: 'a' }]);
    expect((await send(path, others, signed(others))).json()).toEqual({ workflowInstanceId: expect.any(String) });
  });

  test('another event gets 200 and starts nothing', async () => {
    const { path } = await listening({ definition: { match: [{ in: 'header', name: 'x-github-event', equals: ['push'] }] } });
    expect(await send(path, '{}', { ...signed('{}'), 'x-github-event': 'ping' })).toMatchObject({ status: 200, text: '{}' });
  });

  test('one that only announces news has it read, and starts nothing itself', async () => {
    const { id, path } = await listening({ isFetched: true });
    expect(await send(path, '{"base":{"id":"a"}}', signed('{"base":{"id":"a"}}'))).toMatchObject({ status: 200, text: '{}' });
    expect(await getEventObject(id).calls()).toContain('fetchNews');
    expect((await send(path, '{}')).status).toBe(401);
    expect((await getEventObject(id).calls()).filter((call) => call === 'fetchNews')).toHaveLength(1);
  });
});

describe('HOSTILE 30: calls that aren’t certainly the system’s', () => {
  test('missing, old, several with none right, over other bytes: 401, and one audit entry for many calls', async () => {
    const { owner, path, id } = await listening({ scheme: 'stripe' });
    const body = '{"type":"invoice.paid"}';
    const stripe = (time: string, ...signatures: string[]) => ({
      'stripe-signature': [`t=${time}`, ...signatures.map((signature) => `v1=${signature}`)].join(','),
    });
    const right = (time: string) => hmac(`${time}.${body}`, 'hex');
    const old = String(Number(now()) - 3_600);
    const codeOf = async (sent: string, headers: Record<string, string>) => {
      const response = await send(path, sent, headers);
      return `${response.status} ${response.json().errors?.[0].code ?? ''}`.trim();
    };
    expect(await codeOf(body, {})).toBe('401 signature-missing');
    expect(await codeOf(body, stripe(old, right(old)))).toBe('401 signature-too-old');
    expect(await codeOf(body, stripe(now(), 'a'.repeat(64), 'b'.repeat(64)))).toBe('401 signature-mismatch');
    expect(await codeOf(`${body} `, stripe(now(), right(now())))).toBe('401 signature-mismatch');
    expect(await codeOf(body, stripe(now(), 'a'.repeat(64), right(now())))).toBe('200');
    await send(path, body);
    const refusals = and(eq(schema.auditLog.subjectUserId, owner.row.id), eq(schema.auditLog.action, 'webhook.refused'));
    await expect
      .poll(async () => {
        const lines = await database().select().from(schema.auditLog).where(refusals);
        // The entries are written after the responses, in any order.
        return lines.map(({ details }) => JSON.stringify(details)).sort();
      })
      .toEqual(['mismatch', 'missing', 'too-old'].map((reason) => JSON.stringify({ reason, workflowId: id })).sort());
  });

  test('without a secret, without a scheme, with an unknown one: never accepted', async () => {
    for (const receiver of [{ secrets: [] }, { secrets: [''] }, { scheme: null }, { scheme: 'constructor' }]) {
      const { path } = await listening(receiver);
      expect((await send(path, '{}', signed('{}'))).status).toBe(401);
    }
  });

  test('before anything listens: 503, so that the system sends it again; for an inactive workflow: 409', async () => {
    const { path, id, owner } = await listening();
    await getEventObject(id).willReceive(null);
    expect((await send(path, '{}', signed('{}'))).status).toBe(503);
    await api(`POST /api/workflows/${id}/deactivate`, { token: owner.token });
    expect((await send(path, '{}', signed('{}'))).status).toBe(409);
  });

  test('a content type that lies: the bytes are verified, and a body of another type is refused', async () => {
    const { path } = await listening();
    const body = '{"a":1}';
    expect((await send(path, body, { ...signed(body), 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(400);
    const text = await send(path, body, { ...signed(body), 'content-type': 'text/plain; charset=utf-8' });
    expect((await findStart(text.json().workflowInstanceId))?.trigger.payload).toBe(body);
  });
});

describe('what systems expect', () => {
  test('Slack: responds to url_verification, and an event starts a run', async () => {
    const { path } = await listening({
      scheme: 'slack',
      definition: { match: [{ in: 'body', name: 'event.type', equals: ['app_mention'] }] },
    });
    const slack = (body: string) => {
      const time = now();
      return { 'x-slack-request-timestamp': time, 'x-slack-signature': `v0=${hmac(`v0:${time}:${body}`, 'hex')}` };
    };
    const challenge = '{"type":"url_verification","challenge":"abc"}';
    expect(await send(path, challenge, slack(challenge))).toMatchObject({ status: 200, text: '{"challenge":"abc"}' });
    expect((await send(path, challenge)).status).toBe(401);
    const event = '{"type":"event_callback","event_id":"Ev1","event":{"type":"app_mention"}}';
    const first = (await send(path, event, slack(event))).json();
    expect(first).toEqual({ workflowInstanceId: expect.any(String) });
    expect((await send(path, event, { ...slack(event), 'x-slack-retry-num': '1' })).json()).toEqual(first);
  });

  test('Zoom: responds to endpoint.url_validation with the token’s HMAC', async () => {
    const { path } = await listening({ scheme: 'zoom' });
    const body = '{"event":"endpoint.url_validation","payload":{"plainToken":"p"}}';
    const time = now();
    const headers = { 'x-zm-request-timestamp': time, 'x-zm-signature': `v0=${hmac(`v0:${time}:${body}`, 'hex')}` };
    expect((await send(path, body, headers)).json()).toEqual({ plainToken: 'p', encryptedToken: hmac('p', 'hex') });
  });

  test('HOSTILE 30: an event without an id, replayed with its signature, is the same run; with a new signature it is another', async () => {
    const { path } = await listening({ scheme: 'zoom' });
    const body = '{"event":"meeting.ended","payload":{"object":{"topic":"T"}}}';
    const headersAt = (time: string) => ({ 'x-zm-request-timestamp': time, 'x-zm-signature': `v0=${hmac(`v0:${time}:${body}`, 'hex')}` });
    const time = now();
    const first = (await send(path, body, headersAt(time))).json();
    expect(first).toEqual({ workflowInstanceId: expect.any(String) });
    expect((await send(path, body, { ...headersAt(time), 'x-more': '1' })).json()).toEqual(first);
    expect((await send(path, body, headersAt(String(Number(time) - 1)))).json()).not.toEqual(first);
    // A token signs nothing: two calls with the same body may be two events.
    const { path: byToken } = await listening({ scheme: 'token' });
    const asked = `${byToken}?token=${encodeURIComponent(SECRET)}`;
    expect((await send(asked, body)).json()).not.toEqual((await send(asked, body)).json());
  });

  test('Xero: 401 for a wrong signature, 200 without a body for a right one', async () => {
    const { path } = await listening({ scheme: 'xero', definition: { match: [], items: { path: 'events' } } });
    const body = '{"events":[],"entropy":"x"}';
    expect(await send(path, body, { 'x-xero-signature': hmac(body, 'base64') })).toMatchObject({ status: 200, text: '' });
    expect((await send(path, body, { 'x-xero-signature': hmac('other', 'base64') })).status).toBe(401);
  });

  test('Twilio: the form under the public address, whatever address the Worker itself sees', async () => {
    const { path } = await listening({ scheme: 'twilio' });
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': hmac(`https://portage.test${path}?a=1BodyHi thereFrom+1`, 'base64', 'sha1'),
    };
    expect(await send(`${path}?a=1`, 'From=%2B1&Body=Hi+there', headers)).toMatchObject({ status: 200, text: '' });
    expect((await send(`${path}?a=2`, 'From=%2B1&Body=Hi+there', headers)).status).toBe(401);
  });

  test('Mindbody: responds to HEAD and starts nothing', async () => {
    const { path } = await listening({ scheme: 'mindbody' });
    expect((await send(path, '', {}, 'HEAD')).status).toBe(200);
  });
});

describe('activation', () => {
  test('an event that can’t be listened for isn’t activated: the system’s words come back, and the workflow stays inactive', async () => {
    const owner = await signedInPerson();
    const { id } = await makeEventWorkflow(owner);
    await getEventObject(id).willAnswer({ state: 'failing', message: 'The topic is not allowed' }, {});
    const { status, message, code } = await api(`POST /api/workflows/${id}/activate`, { token: owner.token });
    expect([status, code, message]).toEqual([400, 'event-not-registered', 'The topic is not allowed']);
    expect((await api(`GET /api/workflows/${id}`, { token: owner.token })).body.workflow.isActive).toBe(false);
    // One more sync removes whatever the attempt left.
    expect(await getEventObject(id).calls()).toEqual(['sync https://portage.test', 'sync https://portage.test']);
    await getEventObject(id).willAnswer({ state: 'failing', message: 'Down', retryable: true }, {});
    expect((await api(`POST /api/workflows/${id}/start-testing`, { token: owner.token })).status).toBe(502);
  });

  test('a permission the connector lacks has the specification’s code and words (EDIT-67)', async () => {
    const owner = await signedInPerson();
    const { id } = await makeEventWorkflow(owner);
    for (const call of ['activate', 'start-testing']) {
      await getEventObject(id).willAnswer({ state: 'failing', message: 'The system says 403', isUnauthorized: true }, {});
      const { status, body } = await api(`POST /api/workflows/${id}/${call}`, { token: owner.token });
      expect(status).toBe(400);
      expect(body.errors).toEqual([
        { code: '15', userMessage: 'WebHook update not authorized. Please Refresh Connector.', message: 'The system says 403' },
      ]);
    }
  });

  test('renaming or deleting an active workflow syncs its event listener', async () => {
    const { owner, id } = await listening();
    await api(`PUT /api/workflows/${id}`, { token: owner.token, body: { name: 'Renamed' } });
    await api(`DELETE /api/workflows/${id}`, { token: owner.token });
    expect((await getEventObject(id).calls()).filter((call) => call.startsWith('sync'))).toHaveLength(3);
  });
});
