import { liveRunPath, liveRunProtocols, makeRunId } from '@portage/contracts';
import { describe, expect, test } from 'vitest';
import { api, fetchWorker, type Person, signedInPerson } from '../../test/api.ts';
import { makeWorkflow, signedInAdmin } from '../../test/workflows.ts';

async function testRun(person: Person): Promise<string> {
  const { id } = await makeWorkflow(person);
  return (await api(`POST /api/workflows/${id}/test-run`, { token: person.token })).body.workflowInstanceId;
}

function open(runId: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetchWorker(liveRunPath(runId), { headers: { upgrade: 'websocket', ...headers } });
}

const asBrowser = (person: Person) => ({ 'sec-websocket-protocol': liveRunProtocols(person.token).join(', ') });

describe('a run’s live view', () => {
  test('opens with the token as a subprotocol, which the response doesn’t repeat', async () => {
    const person = await signedInPerson();
    const runId = await testRun(person);
    const response = await open(runId, asBrowser(person));
    expect(response.status).toBe(101);
    expect(response.headers.get('sec-websocket-protocol')).toBe('portage.live');

    const socket = response.webSocket;
    const message = new Promise<string>((resolve) =>
      socket?.addEventListener('message', ({ data }) => resolve(String(data)), { once: true }),
    );
    socket?.accept();
    expect(JSON.parse(await message)).toMatchObject({ type: 'run', workflowInstance: { id: runId } });
    socket?.close();
  });

  test('opens for a program with the usual header, and for an admin', async () => {
    const person = await signedInPerson();
    const runId = await testRun(person);
    for (const { token } of [person, await signedInAdmin()]) {
      const response = await open(runId, { authorization: `Bearer ${token}` });
      expect(response.status).toBe(101);
      response.webSocket?.accept();
      response.webSocket?.close();
    }
  });

  test('HOSTILE 25: is refused to anonymous callers, forged tokens and other users, and for runs that don’t exist', async () => {
    const person = await signedInPerson();
    const runId = await testRun(person);
    const invented = makeRunId(person.row.id, Date.now(), 0, 'a'.repeat(20));
    expect((await open(runId)).status).toBe(401);
    expect((await open(runId, { 'sec-websocket-protocol': 'portage.live, portage.bearer.a.b.c' })).status).toBe(401);
    expect((await open(runId, asBrowser(await signedInPerson()))).status).toBe(404);
    expect((await open(invented, asBrowser(person))).status).toBe(404);
    // A token must not be in an address, where logs would keep it.
    const inAddress = `${liveRunPath(runId)}?access_token=${person.token}`;
    expect((await fetchWorker(inAddress, { headers: { upgrade: 'websocket' } })).status).toBe(400);
  });

  test('requires an upgrade', async () => {
    const person = await signedInPerson();
    const answer = await api(`GET ${liveRunPath(await testRun(person))}`, { token: person.token });
    expect(answer).toMatchObject({ status: 426, code: 'upgrade-required' });
  });
});
