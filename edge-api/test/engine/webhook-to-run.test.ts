import { type LiveRunMessage, liveRunPath, liveRunProtocols } from '@portage/contracts';
import { describe, expect, test } from 'vitest';
import { api, fetchWorker, type Person, signedInPerson } from '../api.ts';

/** docs/workflow-format.md, with a script that fails when told to. */
const orders = {
  name: 'Orders',
  steps: [
    { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'each' },
    {
      stepId: 'each',
      type: 'Loop',
      listContextDataEntityName: '$Steps["start"].Payload.lines',
      loopFirstStepId: 'price',
      nextStepId: 'route',
    },
    { stepId: 'price', type: 'CustomScript', script: 'return Steps["each"].CurrentItem.quantity * 2' },
    {
      stepId: 'route',
      type: 'Branch',
      nextStepId: 'wait',
      conditionGroups: [
        {
          name: 'Yes',
          nextStepId: 'check',
          conditions: [{ leftExpression: '$Steps["start"].Payload.total', operator: 'GreaterThan', rightExpression: '100' }],
        },
        { name: 'No', conditions: [], nextStepId: null },
      ],
    },
    { stepId: 'check', type: 'CustomScript', script: 'if (Steps["start"].Payload.fail) throw new Error("Too much"); return "checked"' },
    { stepId: 'wait', type: 'DelayStep', delayValue: 1, delayType: 'Seconds', nextStepId: 'keep' },
    {
      stepId: 'keep',
      type: 'DataStorage',
      dataStorageOperation: 'Create',
      scope: 'Workflow',
      expirationInHours: 24,
      keyValues: [{ key: 'lastOrder', valueExpression: '$Steps["start"].Payload.id' }],
      nextStepId: 'end',
    },
    { stepId: 'end', type: 'EndStep', endStepScope: 'Workflow' },
  ],
};

async function makeOrders(steps: object[] = orders.steps) {
  const person = await signedInPerson();
  const made = await api('POST /api/workflows/', { token: person.token, body: { ...orders, steps } });
  const { id, triggerCode } = made.body.workflow;
  const activated = await api(`POST /api/workflows/${id}/activate`, { token: person.token });
  expect(activated.status, activated.message).toBe(200);
  return { person, id: id as string, path: `/api/webhooks/${triggerCode}` };
}

async function post(path: string, payload: unknown, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetchWorker(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(payload),
  });
  const body = (await response.json()) as { workflowInstanceId: string };
  expect(response.status, JSON.stringify(body)).toBe(202);
  return body.workflowInstanceId;
}

async function readRun({ token }: Person, runId: string) {
  return (await api(`GET /api/workflows/instances/${runId}`, { token })).body.workflowInstance;
}

async function reaches(person: Person, runId: string, status: string) {
  await expect.poll(async () => (await readRun(person, runId)).status, { interval: 50 }).toBe(status);
  return readRun(person, runId);
}

async function readSteps({ token }: Person, runId: string): Promise<{ id: string; name: string; path: string; status: string }[]> {
  return (await api(`GET /api/workflows/step-instances?workflowInstanceId=${runId}&pageSize=100`, { token })).body.stepInstances;
}

describe('from a webhook to its run', () => {
  test('a call runs every step; the run, its steps and what it stored can be read', async () => {
    const { person, id, path } = await makeOrders();
    const { token } = person;
    const payload = { id: 'order-7', total: 250, lines: [{ quantity: 2 }, { quantity: 5 }] };
    const runId = await post(path, payload);
    const finished = await reaches(person, runId, 'Succeeded');
    expect(finished).toMatchObject({ workflowId: id, name: 'Orders', ownerUserId: person.row.id, isTest: false, errorMessage: null });

    const steps = await readSteps(person, runId);
    expect(steps.map(({ name }) => name)).toEqual(['start', 'each', 'price', 'price', 'route', 'check', 'wait', 'keep', 'end']);
    expect(new Set(steps.map(({ status }) => status))).toEqual(new Set(['Succeeded']));
    const read = async (name: string, at = 0) => {
      const step = steps.filter((one) => one.name === name)[at];
      return (await api(`GET /api/workflows/step-instances/${step?.id}?workflowInstanceId=${runId}`, { token })).body.stepInstance;
    };
    expect((await read('start')).stepData.payload).toEqual(payload);
    expect((await read('price', 1)).stepData).toMatchObject({ response: { body: 10 }, currentItem: { quantity: 5 } });
    const check = steps.find(({ name }) => name === 'check');
    const { body } = await api(`GET /api/workflows/step-instances/${check?.id}/context?workflowInstanceId=${runId}`, { token });
    expect(body.workflowStepContext).toMatchObject({ steps: { start: { Payload: payload } }, consts: { WorkflowInstanceId: runId } });

    const stored = await api(`GET /api/workflows/${id}/workflow-context-data`, { token });
    expect(stored.body.contextData).toMatchObject([{ key: 'lastOrder', value: 'order-7', expiresAt: expect.any(String) }]);
  });

  test('the run index follows: lists, last run and statistics', async () => {
    const { person, id, path } = await makeOrders();
    const { token } = person;
    const runId = await post(path, { total: 1, lines: [] });
    await reaches(person, runId, 'Succeeded');
    const find = () => api(`GET /api/workflows/find-instances?workflowId=${id}&workflowInstanceStatus=Succeeded`, { token });
    await expect.poll(async () => (await find()).body.workflowInstances.map((run: { id: string }) => run.id)).toEqual([runId]);
    expect((await api(`GET /api/workflows/${id}/last-instance`, { token })).body.workflowInstance.id).toBe(runId);
    expect((await api(`GET /api/workflows/${id}`, { token })).body.workflow.lastRunAt).toEqual(expect.any(String));
    expect((await api('GET /api/dashboards/stats', { token })).body.stats.totalWorkflowInstancesCount).toBe(1);
  });

  test('the live view reports the run’s progress until it ends', async () => {
    const { person, path } = await makeOrders();
    const runId = await post(path, { total: 1, lines: [{ quantity: 1 }] });
    const response = await fetchWorker(liveRunPath(runId), {
      headers: { upgrade: 'websocket', 'sec-websocket-protocol': liveRunProtocols(person.token).join(', ') },
    });
    expect(response.status).toBe(101);
    const messages: LiveRunMessage[] = [];
    const socket = response.webSocket as WebSocket;
    socket.addEventListener('message', ({ data }) => {
      messages.push(JSON.parse(String(data)));
    });
    socket.accept();
    const statuses = () => messages.flatMap((message) => (message.type === 'run' ? [message.workflowInstance.status] : []));
    await expect.poll(() => statuses().at(-1)).toBe('Succeeded');
    expect(statuses()).toContain('Delayed');
    expect(messages.some((message) => message.type === 'steps')).toBe(true);
    socket.close();
  });

  test('a payload of almost 10 MB arrives whole', async () => {
    const { person, path } = await makeOrders(orders.steps.slice(0, 1).map((step) => ({ ...step, nextStepId: null })));
    const text = 'ü'.repeat(4_900_000);
    const runId = await post(path, { text });
    await reaches(person, runId, 'Succeeded');
    const { body } = await api(`GET /api/workflows/step-instances/0?workflowInstanceId=${runId}`, { token: person.token });
    expect(body.stepInstance.stepData.payload.text === text).toBe(true);
  });
});

describe('a failing run', () => {
  const failing = { id: 'order-8', total: 250, lines: [], fail: true };

  test('is continued at the failed step, or restarted with the current version', async () => {
    const { person, id, path } = await makeOrders();
    const { token } = person;
    const runId = await post(path, failing);
    expect((await reaches(person, runId, 'Failed')).errorMessage).toContain('Too much');
    const before = (await readSteps(person, runId)).length;

    const rerun = (type: string) => api(`POST /api/workflows/instances/${runId}/re-run?type=${type}`, { token });
    expect((await rerun('ContinueExisting')).body).toEqual({ isSuccess: true, workflowInstanceId: runId });
    await reaches(person, runId, 'Failed');
    expect((await readSteps(person, runId)).filter(({ name }) => name === 'each')).toHaveLength(1);
    expect((await readSteps(person, runId)).length).toBeLessThanOrEqual(before + 1);

    await api(`POST /api/workflows/${id}/deactivate`, { token });
    const steps = orders.steps.map((step) => (step.stepId === 'check' ? { ...step, script: 'return "mended"' } : step));
    expect((await api(`PUT /api/workflows/${id}`, { token, body: { steps } })).status).toBe(200);
    await api(`POST /api/workflows/${id}/activate`, { token });
    const { body } = await rerun('StartNew');
    expect(body.isSuccess).toBe(true);
    await reaches(person, body.workflowInstanceId, 'Succeeded');
    expect((await rerun('Nothing')).status).toBe(400);
  });
});

test('a waiting run is cancelled once', async () => {
  const steps = orders.steps.map((step) => (step.stepId === 'wait' ? { ...step, delayValue: 5, delayType: 'Minutes' } : step));
  const { person, path } = await makeOrders(steps);
  const runId = await post(path, { total: 1, lines: [] });
  expect((await reaches(person, runId, 'Delayed')).continueAt).toEqual(expect.any(String));
  const cancel = () => api(`POST /api/workflows/instances/${runId}/cancel`, { token: person.token });
  expect((await cancel()).body).toEqual({ isSuccess: true });
  expect(await readRun(person, runId)).toMatchObject({ status: 'Cancelled', continueAt: null });
  expect((await cancel()).body).toEqual({ isSuccess: false, errorMessage: expect.any(String) });
});

test('HOSTILE 5: one delivery, sent many times at once, is one run', async () => {
  const { person, id, path } = await makeOrders();
  const delivery = { 'x-github-event': 'push', 'x-github-delivery': crypto.randomUUID() };
  const ids = await Promise.all(Array.from({ length: 12 }, () => post(path, { total: 1, lines: [] }, delivery)));
  expect(new Set(ids).size).toBe(1);
  await reaches(person, ids[0] as string, 'Succeeded');
  const find = () => api(`GET /api/workflows/find-instances?workflowId=${id}`, { token: person.token });
  await expect.poll(async () => (await find()).body.totalCount).toBe(1);
});

test('HOSTILE 11: a waiting run continues with its own version when the workflow is deleted', async () => {
  const { person, id, path } = await makeOrders();
  const runId = await post(path, { id: 'late', total: 1, lines: [] });
  await api(`DELETE /api/workflows/${id}`, { token: person.token });
  await reaches(person, runId, 'Succeeded');
});

test('HOSTILE 25: only their owner and an admin can read a user’s steps', async () => {
  const { person, path } = await makeOrders();
  const runId = await post(path, { total: 1, lines: [], secret: 'nobody else sees this' });
  await reaches(person, runId, 'Succeeded');
  const other = await signedInPerson();
  const admin = await signedInPerson({ roles: ['ADMIN'] });
  for (const call of [`step-instances?workflowInstanceId=${runId}`, `step-instances/0?workflowInstanceId=${runId}`, `instances/${runId}`]) {
    expect(await api(`GET /api/workflows/${call}`, { token: other.token })).toMatchObject({ status: 404 });
    expect(await api(`GET /api/workflows/${call}`, { token: admin.token })).toMatchObject({ status: 200 });
  }
});
