import { LIVE_CLOSE_CODES, liveRunPath, liveRunProtocols } from '@portage/contracts';
import { expect, test } from 'vitest';
import { api, createApiKey, fetchWorker, type Person, signedInPerson, signIn, TEST_PASSWORD } from '../api.ts';
import { makeWorkflow } from '../workflows.ts';

async function waitingRun({ token }: Person): Promise<string> {
  const steps = [
    { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'wait' },
    { stepId: 'wait', type: 'DelayStep', delayValue: 1, delayType: 'Hours' },
  ];
  const { id } = await makeWorkflow({ token } as Person, { steps });
  return (await api(`POST /api/workflows/${id}/test-run`, { token })).body.workflowInstanceId;
}

async function watch(runId: string, token: string) {
  const response = await fetchWorker(liveRunPath(runId), {
    headers: { upgrade: 'websocket', 'sec-websocket-protocol': liveRunProtocols(token).join(', ') },
  });
  expect(response.status).toBe(101);
  const closed: { code: number | null } = { code: null };
  response.webSocket?.addEventListener('close', ({ code }) => {
    closed.code = code;
  });
  response.webSocket?.accept();
  return closed;
}

test.concurrent('signing out closes that session’s live views, and no others', async () => {
  const person = await signedInPerson();
  const runId = await waitingRun(person);
  const elsewhere = (await signIn(person.row.email, TEST_PASSWORD)).body.user.accessToken.value;
  const [closed, open] = [await watch(runId, person.token), await watch(runId, elsewhere)];
  expect((await api('POST /api/users/signout', { token: person.token })).status).toBe(200);
  await expect.poll(() => closed.code, { interval: 200 }).toBe(LIVE_CLOSE_CODES.sessionEnded);
  expect(open.code).toBeNull();
  const response = await fetchWorker(liveRunPath(runId), {
    headers: { upgrade: 'websocket', 'sec-websocket-protocol': liveRunProtocols(person.token).join(', ') },
  });
  expect(response.status).toBe(401);
});

test.concurrent('HOSTILE 44: a program watches a run with a read API key until the key is revoked', async () => {
  const person = await signedInPerson();
  const runId = await waitingRun(person);
  const [revoked, kept] = [await createApiKey(person, 'read'), await createApiKey(person, 'read')];
  const [closed, open] = [await watch(runId, revoked), await watch(runId, kept)];
  const { keys } = (await api('GET /api/account/keys', { token: person.token })).body;
  const id = keys.find(({ lastFour }: { lastFour: string }) => revoked.endsWith(lastFour)).id;
  expect((await api(`DELETE /api/account/keys/${id}`, { token: person.token })).status).toBe(200);
  await expect.poll(() => closed.code, { interval: 200 }).toBe(LIVE_CLOSE_CODES.sessionEnded);
  expect(open.code).toBeNull();
  const headers = { upgrade: 'websocket', 'sec-websocket-protocol': liveRunProtocols(await createApiKey(person, 'run')).join(', ') };
  expect((await fetchWorker(liveRunPath(runId), { headers })).status).toBe(403);
});
