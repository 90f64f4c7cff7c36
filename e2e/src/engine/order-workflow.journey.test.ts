import { orderExample, orderSteps } from '@portage/workflow/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CountingServer, startCountingServer } from '../api/counting-server.ts';
import { activeWebhook, listSteps, postWebhook, readStep, waitForRun } from '../api/runs.ts';
import { signUp } from '../api/session.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';

describe('the order workflow over HTTP', () => {
  const baseUrl = sharedBaseUrl();
  let outside: CountingServer;
  beforeAll(async () => {
    outside = await startCountingServer();
  });
  afterAll(() => outside.close());

  test('accepts a big order by webhook, loops, notifies the other system once, waits, stores the id and ends', async () => {
    const { api } = await signUp(baseUrl);
    const { workflowId, webhookUrl } = await activeWebhook(api, 'Orders', orderSteps(`${outside.url}/big-orders`));
    const runId = await postWebhook(webhookUrl, { id: 'A "quoted" id', total: 180, lines: [{ quantity: 2 }, { quantity: 5 }] });

    const run = await waitForRun(api, runId);
    expect(run).toMatchObject({ status: 'Succeeded', workflowId, errorMessage: null });
    expect((await listSteps(api, runId)).filter((step) => step.name === 'price')).toHaveLength(2);
    expect((await readStep(api, runId, 'price')).stepData?.response?.body).toBe(4);
    expect(outside.calls).toHaveLength(1);
    expect(JSON.parse(outside.calls[0]?.body ?? '')).toEqual({ id: 'A "quoted" id', at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) });
    expect(outside.calls[0]?.headers['idempotency-key']).toContain(runId);
    expect(Date.parse(run.finishedAt ?? '') - Date.parse(run.startedAt ?? '')).toBeGreaterThanOrEqual(1_000);

    const { contextData } = await api('GET /api/workflows/{id}/workflow-context-data', { params: { id: workflowId } });
    expect(contextData).toMatchObject([{ key: 'lastOrder', value: 'A "quoted" id' }]);
  });

  test('ignores a small order', async () => {
    const { api } = await signUp(baseUrl);
    const { webhookUrl } = await activeWebhook(api, 'Orders', orderExample.steps);
    const runId = await postWebhook(webhookUrl, { id: 7, total: 99, lines: [] });
    expect(await waitForRun(api, runId)).toMatchObject({ status: 'Succeeded' });
    const names = (await listSteps(api, runId)).map((step) => step.name);
    expect(names).not.toContain('tell');
    expect(names).toContain('keep');
  });
});
