import { describe, expect, test } from 'vitest';
import { api, type Person, signedInPerson } from '../../test/api.ts';
import { findStart } from '../../test/run-engine.ts';
import { makeWebhookWorkflow, makeWorkflow, stepsWith } from '../../test/workflows.ts';
import { TEST_WINDOW_MS } from './test-window.ts';

async function inactiveHook(person: Person) {
  const { id, triggerCode, versionId } = await makeWorkflow(person, { steps: stepsWith('Webhook') });
  const act = (action: string) => api(`POST /api/workflows/${id}/${action}`, { token: person.token });
  const call = (now?: Date) => api(`POST /api/webhooks/${triggerCode}`, { body: { total: 1 }, ...(now ? { now } : {}) });
  return { id, versionId, act, call };
}

describe('testing an inactive workflow through its webhook', () => {
  test('a call in the window starts a test run of the current version, even one saved since', async () => {
    const person = await signedInPerson();
    const { id, versionId, act, call } = await inactiveHook(person);
    expect((await call()).code).toBe('workflow-inactive');
    const { status, body } = await act('start-testing');
    expect({ status, warnings: body.warnings }).toEqual({ status: 200, warnings: [] });
    expect(Date.parse(body.testUntil) - Date.now()).toBeGreaterThan(TEST_WINDOW_MS - 60_000);

    const first = await call();
    expect(first.status).toBe(202);
    expect(await findStart(first.body.workflowInstanceId)).toMatchObject({
      workflowId: id,
      versionId,
      isTest: true,
      startedByHand: false,
      trigger: { type: 'Webhook', payload: { total: 1 } },
    });

    const saved = await api(`PUT /api/workflows/${id}`, { token: person.token, body: { steps: stepsWith('Webhook', 'return 2') } });
    const second = await call();
    const start = await findStart(second.body.workflowInstanceId);
    expect(start).toMatchObject({ versionId: saved.body.workflow.versionId, isTest: true });
    expect(start?.versionId).not.toBe(versionId);
  });

  test('the newest run is returned with whether the window is open', async () => {
    const person = await signedInPerson();
    const { id, act } = await inactiveHook(person);
    const isTesting = async (now?: Date) =>
      (await api(`GET /api/workflows/${id}/last-instance`, { token: person.token, ...(now ? { now } : {}) })).body.isTesting;
    expect(await isTesting()).toBe(false);
    await act('start-testing');
    expect(await isTesting()).toBe(true);
    expect(await isTesting(new Date(Date.now() + TEST_WINDOW_MS + 1_000))).toBe(false);
  });

  test('the window ends on its own', async () => {
    const { act, call } = await inactiveHook(await signedInPerson());
    const { body } = await act('start-testing');
    expect((await call(new Date(Date.parse(body.testUntil) - 1))).status).toBe(202);
    expect(await call(new Date(body.testUntil))).toMatchObject({ status: 409, code: 'workflow-inactive' });
  });

  test('stop-testing ends it at once, and also works without a window', async () => {
    const { act, call } = await inactiveHook(await signedInPerson());
    expect((await act('stop-testing')).body).toEqual({ isSuccess: true, warnings: [], testUntil: null });
    await act('start-testing');
    expect((await call()).status).toBe(202);
    expect((await act('stop-testing')).body).toEqual({ isSuccess: true, warnings: [], testUntil: null });
    expect((await call()).code).toBe('workflow-inactive');
  });

  test('activation ends it: calls start ordinary runs, and none once it is deactivated', async () => {
    const { act, call } = await inactiveHook(await signedInPerson());
    await act('start-testing');
    await act('activate');
    expect(await findStart((await call()).body.workflowInstanceId)).toMatchObject({ isTest: false });
    await act('deactivate');
    expect((await call()).code).toBe('workflow-inactive');
  });

  test('an active workflow, or one that no webhook starts, gets a warning and no window', async () => {
    const person = await signedInPerson();
    const active = await makeWebhookWorkflow(person);
    const manual = await makeWorkflow(person, { steps: stepsWith('Manual') });
    for (const [id, code] of [
      [active.id, 'workflow-active'],
      [manual.id, 'trigger-not-webhook'],
    ]) {
      const { status, body } = await api(`POST /api/workflows/${id}/start-testing`, { token: person.token });
      expect(status).toBe(200);
      expect(body).toMatchObject({ testUntil: null, warnings: [{ code }] });
    }
    expect((await api(`POST /api/webhooks/${manual.triggerCode}`, { body: {} })).status).toBe(404);
  });

  test('an invalid workflow can’t be tested, and the response says why', async () => {
    const person = await signedInPerson();
    const steps = [{ stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'nowhere' }];
    const { id } = await makeWorkflow(person, { steps });
    const answer = await api(`POST /api/workflows/${id}/start-testing`, { token: person.token });
    expect(answer).toMatchObject({ status: 400, code: 'workflow-invalid' });
  });
});
