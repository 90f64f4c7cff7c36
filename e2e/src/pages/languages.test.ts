import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { activeWebhook, postWebhook, waitForRun } from '../api/runs.ts';
import { signUp } from '../api/session.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';

const steps = [
  { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'work' },
  { stepId: 'work', type: 'CustomScript', script: 'return 1' },
];

describe('a browser set to German', () => {
  let opened: OpenBrowser;
  beforeAll(async () => {
    const person = await signUp(sharedBaseUrl());
    await waitForRun(person.api, await postWebhook((await activeWebhook(person.api, 'Orders', steps)).webhookUrl, {}));
    opened = await launchBrowser(sharedBaseUrl(), undefined, { locale: 'de-DE' });
    await signInAs(opened.page, person);
  });
  afterAll(async () => {
    expect(opened.problems).toEqual([]);
    await opened.close();
  });

  test('reads times in its own format, except Last Run At, whose format the specification fixes (WFL-08)', async () => {
    const { page } = opened;
    await page.goto('/run-history');
    await expect.poll(() => page.getByRole('table').locator('time').first().textContent()).toMatch(/^\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d$/);
    await page.goto('/workflows');
    await expect
      .poll(() => page.getByRole('table').locator('time').first().textContent())
      .toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4} \d{1,2}:\d\d:\d\d [AP]M$/);
  });

  test('types dates day first, while the words stay English', async () => {
    const { page } = opened;
    await page.goto('/run-history?started=custom');
    const days = page.getByRole('group', { name: 'From and to' });
    await days.getByRole('spinbutton').first().focus();
    for (const part of ['05', '03', '2026', '06', '03', '2026']) await page.keyboard.type(part);
    await expect.poll(async () => (await days.textContent())?.replaceAll(/[\u2066-\u2069]/g, '')).toBe('5.3.2026–6.3.2026');
    await page.getByRole('button', { name: 'Clear dates' }).waitFor();
  });
});
