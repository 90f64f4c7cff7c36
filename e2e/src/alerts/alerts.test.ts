import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alertMailsTo, failingSteps } from '../api/outbox.ts';
import { activeWebhook, postWebhook } from '../api/runs.ts';
import { ADMIN, signUp } from '../api/session.ts';
import { accessibilityProblems } from '../browser/accessibility.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';

describe('alerts', () => {
  const baseUrl = sharedBaseUrl();
  let open: OpenBrowser;
  let person: Awaited<ReturnType<typeof signUp>>;
  let webhookUrl: string;
  let runId: string;

  beforeAll(async () => {
    person = await signUp(baseUrl);
    ({ webhookUrl } = await activeWebhook(person.api, 'Orders to the warehouse', failingSteps));
    runId = await postWebhook(webhookUrl, {});
    open = await launchBrowser(baseUrl);
    await signInAs(open.page, person);
  });
  afterAll(() => open?.close());

  test('a failed run is mailed; the mail’s link and the list both lead to the run', async () => {
    const { page } = open;
    await expect.poll(() => alertMailsTo(baseUrl, person.email)).toHaveLength(1);
    const [mail] = await alertMailsTo(baseUrl, person.email);
    expect(mail?.subject).toBe('A run of “Orders to the warehouse” failed');
    const link = /https?:\/\/\S+\/run-history\/\S+\/view/.exec(mail?.text ?? '')?.[0] ?? '';
    expect(new URL(link).pathname).toBe(`/run-history/${runId}/view`);
    await page.goto(new URL(link).pathname);
    await page.getByText('No stock').first().waitFor();

    await page.getByRole('link', { name: '1 unread alert' }).click();
    await page.getByRole('link', { name: 'A run of “Orders to the warehouse” failed' }).click();
    await page.waitForURL(`**/run-history/${runId}/view`);
    expect(open.problems).toEqual([]);
  });

  test('an alert is marked as read by keyboard, and the number in the menu disappears', async () => {
    const { page } = open;
    await page.goto('/run-history/alerts');
    const mark = page.getByRole('button', { name: 'Mark as read', exact: true });
    await mark.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: /unread alert/ }).waitFor({ state: 'detached' });
    await mark.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /Kind/ }).click();
    await page.getByRole('option', { name: 'A sync lags behind' }).click();
    await page.getByText('Nothing matches the search').waitFor();
  });

  test('settings are saved, errors appear next to their field, and a webhook’s secret is shown once', async () => {
    const { page } = open;
    await page.goto('/run-history/alerts');
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.waitForURL('**/account/alerts');
    await page.getByLabel('Many runs failed', { exact: true }).uncheck();
    await page.getByLabel('Many runs failed: number of runs').fill('1');
    await page.getByLabel('Webhook address').fill('nonsense');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Please enter an address that begins with https://').waitFor();
    await page.getByText('Please enter a number from 2 to 1,000').waitFor();
    await page.getByLabel('Many runs failed: number of runs').fill('3');
    await page.getByLabel('Webhook address').fill('https://hooks.example.com/portage');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => page.getByLabel('Webhook secret').inputValue()).toMatch(/^whsec_/);
    expect((await person.api('GET /api/alerts/settings', {})).settings).toMatchObject({
      silentKinds: ['ManyFailures'],
      failureCount: 3,
      webhookUrl: 'https://hooks.example.com/portage',
      hasWebhookSecret: true,
    });
    await page.reload();
    await page.getByRole('button', { name: 'New webhook secret' }).waitFor();
    expect(await page.getByLabel('Webhook secret').count()).toBe(0);
  });

  test('a workflow’s alerts are switched off in the list of workflows', async () => {
    const { page } = open;
    await page.goto('/workflows');
    await page.getByRole('button', { name: 'Edit: more' }).first().click();
    await page.getByRole('menuitem', { name: 'Alerts' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Record alerts of this workflow').click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { workflows } = await person.api('GET /api/workflows', { query: {} });
    const workflowId = workflows[0]?.id ?? '';
    expect(await person.api('GET /api/alerts/workflows/{workflowId}', { params: { workflowId } })).toMatchObject({ isEnabled: false });
  });

  test('several are marked as read, and their workflows muted, at once', async () => {
    const { page } = open;
    for (const name of ['Refunds', 'Invoices']) await postWebhook((await activeWebhook(person.api, name, failingSteps)).webhookUrl, {});
    await expect.poll(async () => (await person.api('GET /api/alerts/unread-count', {})).unreadCount).toBe(2);
    await page.goto('/run-history/alerts');
    await page.getByRole('link', { name: 'A run of “Refunds” failed' }).waitFor();
    const all = page.getByRole('checkbox', { name: 'Select all on this page' });
    await all.press('Space');
    await page.getByText('3 selected').waitFor();
    await page.getByRole('button', { name: 'Mark 2 as read', disabled: false }).press('Enter');
    await expect.poll(async () => (await person.api('GET /api/alerts/unread-count', {})).unreadCount).toBe(0);
    await page.getByText('1 selected').waitFor();
    await all.press('Space');
    await page.getByRole('button', { name: 'Mute 3 workflows', disabled: false }).press('Enter');
    await page.getByRole('menuitem', { name: 'For a day' }).press('Enter');
    await page.getByText('Alerts of 3 workflows muted.').waitFor();
    for (const { id, name } of (await person.api('GET /api/workflows', { query: {} })).workflows) {
      // Muting leaves alerts that are switched off as they are.
      expect(await person.api('GET /api/alerts/workflows/{workflowId}', { params: { workflowId: id } })).toEqual({
        isEnabled: name !== 'Orders to the warehouse',
        mutedUntil: expect.any(String),
      });
    }
  });

  test.each(['light', 'dark'] as const)('list and settings are accessible, %s, wide and narrow', async (theme) => {
    const { page } = open;
    await page.emulateMedia({ colorScheme: theme });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/run-history/alerts');
      await page.getByRole('link', { name: 'A run of “Orders to the warehouse” failed' }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.goto('/run-history/alerts?view=settings');
      await page.getByLabel('Webhook address').waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });

  test('HOSTILE 57: a webhook may not have a private address, and its owner reads why one fails', async () => {
    const receiver = await signUp(baseUrl);
    const { api } = receiver;
    const inside = { webhookUrl: 'http://169.254.169.254/latest' };
    await expect(api('PUT /api/alerts/settings', { body: inside })).rejects.toThrow(/169\.254\.169\.254/);
    await api('PUT /api/alerts/settings', { body: { webhookUrl: 'http://127.0.0.1:1/nobody' } });
    const { webhookUrl: start } = await activeWebhook(api, 'Orders', failingSteps);
    await postWebhook(start, {});
    await expect.poll(async () => (await api('GET /api/alerts/settings', {})).settings.webhookError).toBeTruthy();
    const { page, close } = await launchBrowser(baseUrl);
    await signInAs(page, receiver);
    await page.goto('/run-history/alerts');
    await page.getByText('Your webhook didn’t accept the last message').waitFor();
    await page.getByText(/Portage tries again for a day\./).waitFor();
    await page.getByRole('link', { name: 'Check its address' }).click();
    await page.getByLabel('Webhook address').waitFor();
    await close();
  });

  test('an admin sees whose alert it is', async () => {
    const admin = await launchBrowser(baseUrl);
    await signInAs(admin.page, ADMIN);
    await admin.page.goto('/run-history/alerts?isForEveryone=true');
    await admin.page.getByText(person.email).first().waitFor();
    await admin.close();
  });
});
