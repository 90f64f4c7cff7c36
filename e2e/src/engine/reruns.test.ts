import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CountingServer, startCountingServer } from '../api/counting-server.ts';
import { activeWebhook, listSteps, postWebhook, readStep, waitForRun } from '../api/runs.ts';
import { signUp } from '../api/session.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';

type Api = Awaited<ReturnType<typeof signUp>>['api'];

const manual = (nextStepId: string) => ({ stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId });
const webhook = (nextStepId: string) => ({ ...manual(nextStepId), triggerType: 'Webhook' });
const wait = (nextStepId: string) => ({ stepId: 'wait', type: 'DelayStep', delayValue: 2, delayType: 'Seconds', nextStepId });
const say = (stepId: string, text: string, nextStepId: string | null = null) => ({
  stepId,
  type: 'CustomScript',
  script: `return ${JSON.stringify(text)} + JSON.stringify(Steps["start"].Payload)`,
  nextStepId,
});
const names = async (api: Api, runId: string) => (await listSteps(api, runId)).map((step) => `${step.name} ${step.status}`);

async function createdWorkflow(api: Api, steps: unknown[]): Promise<string> {
  const { workflow } = await api('POST /api/workflows', { body: { name: 'Changing', steps: steps as never } });
  return workflow.id;
}

describe('runs of workflows that change', () => {
  const baseUrl = sharedBaseUrl();
  let outside: CountingServer;
  beforeAll(async () => {
    outside = await startCountingServer();
  });
  afterAll(() => outside.close());

  const call = (stepId: string, path: string, nextStepId: string | null = null) => ({
    stepId,
    type: 'HttpRequest',
    httpMethod: 'POST',
    url: outside.url + path,
    nextStepId,
  });

  test('HOSTILE 13: re-run from a step that the current version no longer has: ContinueExisting keeps its own version, StartNew uses the current one', async () => {
    const { api } = await signUp(baseUrl);
    const workflowId = await createdWorkflow(api, [manual('old'), call('old', '/status/500?old', 'after'), say('after', 'old')]);
    const { workflowInstanceId: runId } = await api('POST /api/workflows/{id}/test-run', {
      params: { id: workflowId },
      body: { payload: { n: 1 } },
    });
    const failed = await waitForRun(api, runId);
    expect(failed).toMatchObject({ status: 'Failed', errorMessage: 'The server responded with 500.' });

    await api('PUT /api/workflows/{id}', { params: { id: workflowId }, body: { steps: [manual('new'), say('new', 'new')] as never } });
    const rerun = (type: 'ContinueExisting' | 'StartNew') =>
      api('GET /api/workflows/instances/{id}/re-run', { params: { id: runId }, query: { type } });
    // The server still responds 500: the run fails again, at the same step of its own version, which no other run has any more.
    expect(await rerun('ContinueExisting')).toMatchObject({ isSuccess: true, workflowInstanceId: runId });
    const again = await waitForRun(api, runId, (run) => run.status === 'Failed' && run.finishedAt !== failed.finishedAt);
    expect(again.workflowVersionId).toBe(failed.workflowVersionId);
    expect(await names(api, runId)).toEqual(['start Succeeded', 'old Failed']);

    const fresh = await rerun('StartNew');
    expect(fresh.workflowInstanceId).not.toBe(runId);
    const run = await waitForRun(api, fresh.workflowInstanceId ?? '');
    expect(run.status).toBe('Succeeded');
    expect(run.workflowVersionId).not.toBe(failed.workflowVersionId);
    expect((await readStep(api, run.id, 'new')).stepData?.response?.body).toBe('new{"n":1}');
    // The failed run is unchanged.
    expect(await waitForRun(api, runId)).toEqual(again);
  });

  test('HOSTILE 13: a run of a deleted workflow is neither continued nor restarted', async () => {
    const { api } = await signUp(baseUrl);
    const workflowId = await createdWorkflow(api, [manual('bad'), call('bad', '/status/500?deleted')]);
    const { workflowInstanceId: runId } = await api('POST /api/workflows/{id}/test-run', { params: { id: workflowId }, body: {} });
    await waitForRun(api, runId);
    await api('DELETE /api/workflows/{id}', { params: { id: workflowId } });
    const query = (type: 'ContinueExisting' | 'StartNew') => ({ params: { id: runId }, query: { type } });
    for (const type of ['StartNew', 'ContinueExisting'] as const) {
      expect(await api('GET /api/workflows/instances/{id}/re-run', query(type)), type).toMatchObject({
        isSuccess: false,
        errorMessage: 'The workflow of this run was deleted.',
      });
    }
    expect(outside.calls.filter(({ path }) => path.endsWith('?deleted'))).toHaveLength(1);
  });

  test('HOSTILE 11: edited, deactivated and deleted while their runs wait: each run continues with its first version', async () => {
    const { api } = await signUp(baseUrl);
    const steps = [webhook('wait'), wait('say'), say('say', 'as it was ')];
    const [edited, deactivated, deleted] = [
      await activeWebhook(api, 'Edited', steps),
      await activeWebhook(api, 'Deactivated', steps),
      await activeWebhook(api, 'Deleted', steps),
    ] as const;
    const runIds = await Promise.all([edited, deactivated, deleted].map(({ webhookUrl }) => postWebhook(webhookUrl, [7])));
    for (const runId of runIds) await waitForRun(api, runId, (run) => run.status === 'Delayed');

    await api('POST /api/workflows/{id}/deactivate', { params: { id: edited.workflowId } });
    await api('PUT /api/workflows/{id}', {
      params: { id: edited.workflowId },
      body: { steps: [webhook('say'), say('say', 'changed ')] as never },
    });
    await api('POST /api/workflows/{id}/activate', { params: { id: edited.workflowId } });
    await api('POST /api/workflows/{id}/deactivate', { params: { id: deactivated.workflowId } });
    await api('DELETE /api/workflows/{id}', { params: { id: deleted.workflowId } });
    const later = await postWebhook(edited.webhookUrl, [8]);

    for (const runId of runIds) {
      expect((await waitForRun(api, runId)).status).toBe('Succeeded');
      expect((await readStep(api, runId, 'say')).stepData?.response?.body).toBe('as it was [7]');
    }
    expect((await waitForRun(api, later)).status).toBe('Succeeded');
    expect((await readStep(api, later, 'say')).stepData?.response?.body).toBe('changed [8]');
  });

  test('a draft runs as a test while callers still get the published version; last-instance names the newest run', async () => {
    const { api } = await signUp(baseUrl);
    const { workflowId, webhookUrl } = await activeWebhook(api, 'Draft', [webhook('say'), say('say', 'published ')]);
    const first = await postWebhook(webhookUrl, 1);
    await waitForRun(api, first);
    await api('POST /api/workflows/{id}/deactivate', { params: { id: workflowId } });
    await api('PUT /api/workflows/{id}', { params: { id: workflowId }, body: { steps: [webhook('say'), say('say', 'draft ')] as never } });
    const { workflowInstanceId: test } = await api('POST /api/workflows/{id}/test-run', {
      params: { id: workflowId },
      body: { payload: 2 },
    });
    expect(await waitForRun(api, test)).toMatchObject({ status: 'Succeeded', isTest: true });
    expect((await readStep(api, test, 'say')).stepData?.response?.body).toBe('draft 2');
    expect((await readStep(api, first, 'say')).stepData?.response?.body).toBe('published 1');
    // A run reaches the index a moment later.
    await expect
      .poll(async () => (await api('GET /api/workflows/{id}/last-instance', { params: { id: workflowId } })).workflowInstance?.id, {
        timeout: 60_000,
      })
      .toBe(test);
  });
});
