import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CountingServer, startCountingServer } from '../api/counting-server.ts';
import { activeWebhook, postWebhook, waitForRun } from '../api/runs.ts';
import { signUp } from '../api/session.ts';
import { accessibilityProblems } from '../browser/accessibility.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';

describe('a run that was continued', () => {
  const baseUrl = sharedBaseUrl();
  let outside: CountingServer;
  let open: OpenBrowser;
  beforeAll(async () => {
    outside = await startCountingServer();
  });
  afterAll(async () => {
    await open?.close();
    await outside.close();
  });

  test('shows the failed attempt with its data, when it was continued, and the failures it continued after', async () => {
    const call = (stepId: string, path: string) => ({ stepId, type: 'HttpRequest', httpMethod: 'GET', url: outside.url + path });
    const person = await signUp(baseUrl);
    const { api } = person;
    const { webhookUrl } = await activeWebhook(api, 'Continued', [
      { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'soft' },
      { ...call('soft', '/status/500'), continueOnFailure: true, nextStepId: 'call' },
      call('call', '/flaky/1'),
    ]);
    const runId = await postWebhook(webhookUrl, {});
    expect(await waitForRun(api, runId)).toMatchObject({ status: 'Failed' });
    await api('POST /api/workflows/instances/{id}/re-run' as 'GET /api/workflows/instances/{id}/re-run', {
      params: { id: runId },
      query: { type: 'ContinueExisting' },
    });
    await waitForRun(api, runId, ({ status }) => status === 'Succeeded');

    open = await launchBrowser(baseUrl);
    const { page } = open;
    await signInAs(page, person);
    await page.goto(`/run-history/${runId}/view`);
    await page.getByText(/^Continued at/).waitFor();
    await page.getByText('1 failure, continued').waitFor();
    await page.getByRole('button', { name: /call/ }).first().click();
    await page.getByText(/^Attempt 1 failed at .*503/).waitFor();
    await page.getByRole('button', { name: 'Show data of attempt 1' }).click();
    await page.getByRole('list', { name: 'Earlier attempts' }).getByText('503', { exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.goto('/run-history');
    await page.getByText('1 failure, continued').waitFor();
  });
});
