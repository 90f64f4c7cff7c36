import { describe, expect, test } from 'vitest';
import { api, fetchWorker, type Person, signedInPerson } from '../api.ts';

const trigger = { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'one' };
const script = (stepId: string, nextStepId: string | null = null) => ({ stepId, type: 'CustomScript', script: 'return 1', nextStepId });

/** A person's active webhook workflow under these quotas, named as in spec AUTH-52. */
async function workflowUnder(workflowQuotaSettings: Record<string, number | null>, steps: object[] = [trigger, script('one')]) {
  const person = await signedInPerson({ workflowQuotaSettings });
  const made = await api('POST /api/workflows/', { token: person.token, body: { name: 'Bounded', steps } });
  const { id, triggerCode } = made.body.workflow;
  const activated = await api(`POST /api/workflows/${id}/activate`, { token: person.token });
  expect(activated.status, activated.message).toBe(200);
  const call = async (payload: object = {}) => {
    const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(payload) };
    const response = await fetchWorker(`/api/webhooks/${triggerCode}`, request);
    // biome-ignore lint/suspicious/noExplicitAny: answers of two shapes
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body: (await response.json()) as any };
  };
  return { person, id: id as string, call };
}

const secondsUntilMidnight = () => 86_400 - ((Date.now() / 1_000) % 86_400);

async function awaitEnd({ token }: Person, runId: string) {
  const read = async () => (await api(`GET /api/workflows/instances/${runId}`, { token })).body.workflowInstance;
  await expect.poll(async () => (await read()).status, { interval: 50 }).toMatch(/Succeeded|Failed/);
  return read();
}

describe('a user’s quotas, over HTTP and in the engine itself (ENG-25, ENG-26)', () => {
  test('runs a day: more are refused until midnight UTC, whoever asks', async () => {
    const { person, id, call } = await workflowUnder({ maxWorkflowInstancesPerDay: 2 });
    // All calls belong to the same day.
    await expect.poll(secondsUntilMidnight).toBeGreaterThan(30);
    expect([(await call()).status, (await call()).status]).toEqual([202, 202]);
    const longestWait = secondsUntilMidnight();
    const refused = await call();
    expect(refused).toMatchObject({ status: 429, body: { isSuccess: false, errors: [{ code: 'quota-exceeded' }] } });
    expect(refused.body.errors[0].userMessage).toContain('2 workflow runs a day');
    expect(Number(refused.retryAfter)).toBeLessThanOrEqual(Math.ceil(longestWait));
    expect(Number(refused.retryAfter)).toBeGreaterThanOrEqual(Math.floor(secondsUntilMidnight()));
    expect(await api(`POST /api/workflows/${id}/run`, { token: person.token })).toMatchObject({ status: 429, code: 'quota-exceeded' });
    expect((await api(`GET /api/workflows/find-instances?workflowId=${id}`, { token: person.token })).body.totalCount).toBeLessThanOrEqual(
      2,
    );
  });

  test('runs a minute: of simultaneous calls exactly as many start', async () => {
    const { call } = await workflowUnder({ maxWorkflowInstancesPerMinute: 3 });
    const statuses = (await Promise.all(Array.from({ length: 10 }, () => call()))).map(({ status }) => status).sort();
    // A new minute may begin while they arrive.
    const started = statuses.filter((status) => status === 202).length;
    expect([3, 6]).toContain(started);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10 - started);
  });

  test('steps a run: the run fails at the first step beyond it, says why, and keeps what it did', async () => {
    const steps = [trigger, script('one', 'two'), script('two', 'three'), script('three')];
    const { person, call } = await workflowUnder({ maxStepInstancesPerWorkflowInstance: 3 }, steps);
    const runId = (await call()).body.workflowInstanceId;
    expect(await awaitEnd(person, runId)).toMatchObject({
      status: 'Failed',
      stepCount: 4,
      errorMessage: expect.stringContaining('more than 3 steps'),
    });
    const { body } = await api(`GET /api/workflows/step-instances?workflowInstanceId=${runId}`, { token: person.token });
    expect(body.stepInstances.map(({ name, status }: { name: string; status: string }) => `${name} ${status}`)).toEqual([
      'start Succeeded',
      'one Succeeded',
      'two Succeeded',
      'three Failed',
    ]);
    const enough = await workflowUnder({ maxStepInstancesPerWorkflowInstance: 4 }, steps);
    expect((await awaitEnd(enough.person, (await enough.call()).body.workflowInstanceId)).status).toBe('Succeeded');
  });

  test('seconds a run: a delay that would end too late fails the run at once', async () => {
    const delay = { stepId: 'one', type: 'DelayStep', delayValue: 1, delayType: 'Hours', nextStepId: 'two' };
    const { person, call } = await workflowUnder({ maxWorkflowInstanceDuration: 2 }, [trigger, delay, script('two')]);
    const run = await awaitEnd(person, (await call()).body.workflowInstanceId);
    expect(run).toMatchObject({ status: 'Failed', errorMessage: expect.stringContaining('longer than 2 seconds') });
  });

  test('a continued run gets its full time again, because it didn’t run meanwhile', async () => {
    const source = 'if (Date.now() < Steps["start"].Payload.failsUntilMs) throw new Error("no"); return 1';
    const failing = { ...script('one', 'two'), script: source };
    const { person, call } = await workflowUnder({ maxWorkflowInstanceDuration: 6 }, [trigger, failing, script('two')]);
    const failsUntilMs = Date.now() + 6_500;
    const runId = (await call({ failsUntilMs })).body.workflowInstanceId;
    expect((await awaitEnd(person, runId)).errorMessage).toContain('no');
    await expect.poll(Date.now).toBeGreaterThan(failsUntilMs);
    await api(`POST /api/workflows/instances/${runId}/re-run?type=ContinueExisting`, { token: person.token });
    expect(await awaitEnd(person, runId)).toMatchObject({ status: 'Succeeded', errorMessage: null });
  });

  test('empty quotas set no limit', async () => {
    const { person, call } = await workflowUnder({
      maxWorkflowInstancesPerDay: null,
      maxWorkflowInstancesPerMinute: null,
      maxStepInstancesPerWorkflowInstance: null,
      maxWorkflowInstanceDuration: null,
    });
    const calls = await Promise.all(Array.from({ length: 5 }, () => call()));
    for (const { body } of calls) expect((await awaitEnd(person, body.workflowInstanceId)).status).toBe('Succeeded');
  });
});
