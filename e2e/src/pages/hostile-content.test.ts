import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { activeWebhook, postWebhook, waitForRun } from '../api/runs.ts';
import { signUp } from '../api/session.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';

const SCRIPT = '<img src=x onerror="window.hostile=1"><script>window.hostile=1</script>"><svg onload=window.hostile=1>';

describe('HOSTILE 31: content that tries to be code', () => {
  const baseUrl = sharedBaseUrl();
  let browser: OpenBrowser;
  beforeAll(async () => {
    browser = await launchBrowser(baseUrl);
  });
  afterAll(() => browser.close());

  test('stays text in names, payloads, logs, errors and the run view', async () => {
    const person = await signUp(baseUrl);
    const { api } = person;
    const { webhookUrl, workflowId } = await activeWebhook(api, `Name ${SCRIPT}`, [
      { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'fail' },
      {
        stepId: 'fail',
        type: 'CustomScript',
        script: 'console.log(Steps["start"].Payload.text); throw new Error(Steps["start"].Payload.text)',
      },
    ]);
    const runId = await postWebhook(webhookUrl, { text: SCRIPT, [SCRIPT]: [SCRIPT] });
    expect(await waitForRun(api, runId)).toMatchObject({ status: 'Failed' });

    const { page } = browser;
    await signInAs(page, person);
    for (const path of ['/workflows', '/run-history', `/workflows/${workflowId}/edit`, `/run-history/${runId}/view`]) {
      await page.goto(path);
      await page.getByText('window.hostile').filter({ visible: true }).first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate(() => 'hostile' in window), path).toBe(false);
    }
    for (const step of ['start', 'fail']) {
      await page
        .getByRole('list', { name: 'Steps of the run' })
        .getByRole('button', { name: new RegExp(step) })
        .click();
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate(() => 'hostile' in window), step).toBe(false);
    }
  });
});
