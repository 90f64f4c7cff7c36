import { schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { api, database, type Person, signedInPerson } from '../../test/api.ts';
import { failRun, findStart } from '../../test/run-engine.ts';
import { makeWebhookWorkflow } from '../../test/workflows.ts';

async function createHook(person: Person) {
  const { id, triggerCode } = await makeWebhookWorkflow(person);
  const post = (action: string) => api(`POST /api/workflows/${id}/${action}`, { token: person.token });
  const call = (headers: Record<string, string> = {}) => api(`POST /api/webhooks/${triggerCode}`, { body: {}, headers });
  return { id, post, call };
}

describe('a user’s run quota (ENG-25, ENG-26)', () => {
  test('refuses runs beyond it on every way to start one, with a clear error', async () => {
    const person = await signedInPerson({ workflowQuotaSettings: { maxWorkflowInstancesPerDay: 3 } });
    const { post, call } = await createHook(person);
    const first = await call();
    expect([first.status, (await post('run')).status, (await post('test-run')).status]).toEqual([202, 200, 200]);
    await failRun(first.body.workflowInstanceId);
    const rerun = await api(`GET /api/workflows/instances/${first.body.workflowInstanceId}/re-run?type=StartNew`, { token: person.token });
    for (const refused of [await call(), await post('run'), await post('test-run'), rerun]) {
      expect(refused).toMatchObject({ status: 429, code: 'quota-exceeded', message: 'The quota is used up.' });
      expect(refused.headers.get('retry-after')).toBe('17');
    }
    expect((await call()).headers.get('access-control-allow-origin')).toBe('*');
  });

  test('a repeated delivery returns its run and uses up nothing', async () => {
    const { call } = await createHook(await signedInPerson({ workflowQuotaSettings: { maxWorkflowInstancesPerMinute: 1 } }));
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = await call(headers);
    expect(first.status).toBe(202);
    expect(await call(headers)).toMatchObject({ status: 202, body: first.body });
    expect((await call({ 'idempotency-key': crypto.randomUUID() })).status).toBe(429);
  });

  test('is separate for each user; no quota, or an empty one, sets no limit', async () => {
    const limited = await createHook(await signedInPerson({ workflowQuotaSettings: { maxWorkflowInstancesPerDay: 0 } }));
    const free = await createHook(await signedInPerson({ workflowQuotaSettings: { maxWorkflowInstancesPerDay: null } }));
    expect((await limited.call()).status).toBe(429);
    for (let times = 0; times < 3; times += 1) expect((await free.call()).status).toBe(202);
  });

  test('limits on a single run are sent with its start', async () => {
    const workflowQuotaSettings = { maxStepInstancesPerWorkflowInstance: 40, maxWorkflowInstanceDuration: 90 };
    const { post, call } = await createHook(await signedInPerson({ workflowQuotaSettings }));
    for (const { body } of [await call(), await post('run'), await post('test-run')]) {
      expect((await findStart(body.workflowInstanceId))?.quota).toEqual({ maxSteps: 40, maxSeconds: 90 });
    }
    const other = await createHook(await signedInPerson());
    expect((await findStart((await other.call()).body.workflowInstanceId))?.quota).toBeUndefined();
  });

  test('a changed quota applies at once to manual calls', async () => {
    const person = await signedInPerson();
    const { post } = await createHook(person);
    expect((await post('run')).status).toBe(200);
    const workflowQuotaSettings = { maxWorkflowInstancesPerDay: 0 };
    await database().update(schema.users).set({ workflowQuotaSettings }).where(eq(schema.users.id, person.row.id));
    expect((await post('run')).code).toBe('quota-exceeded');
  });
});
