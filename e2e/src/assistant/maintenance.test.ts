import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, signUp } from '../api/session.ts';
import { accessibilityProblems } from '../browser/accessibility.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInAs, signInByHand } from '../browser/sign-in.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';

/** /admin/maintenance (spec USER-15, USER-16, ERR-07, ERR-11). */
describe('the maintenance page', () => {
  const baseUrl = sharedBaseUrl();
  let browser: OpenBrowser;

  beforeAll(async () => {
    browser = await launchBrowser(baseUrl);
    await signInByHand(browser.page, ADMIN);
    await browser.page.getByRole('link', { name: 'Maintenance' }).click();
    await browser.page.waitForURL('**/admin/maintenance');
  });
  afterAll(() => browser?.close());

  test('reports the state of the parts', async () => {
    const { page } = browser;
    await page.goto(`${baseUrl}/admin/maintenance`);
    await page.getByText('OK', { exact: true }).nth(1).waitFor();
    await page.getByText('Schedules that should have fired but did not').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      if (process.env.PORTAGE_SHOTS) await page.screenshot({ path: `${process.env.PORTAGE_SHOTS}/maintenance-${colorScheme}.png` });
      expect(await accessibilityProblems(page)).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    expect(browser.problems).toEqual([]);
  });

  test('writes a message of the chosen level, Error by default', async () => {
    const { page } = browser;
    const asked = () => page.waitForRequest('**/api/maintenance/log-message/*');
    const [first] = await Promise.all([asked(), page.getByRole('button', { name: 'Test Log' }).click()]);
    expect(first.url()).toMatch(/\/error$/);
    await page.getByText('The message is in the log', { exact: false }).first().waitFor();
    await page.getByRole('button', { name: /Level/ }).click();
    await page.getByRole('option', { name: 'Warning' }).click();
    const [second] = await Promise.all([asked(), page.getByRole('button', { name: 'Test Log' }).click()]);
    expect(second.url()).toMatch(/\/warn$/);
  });

  test('ERR-11: shows an error toast when the button’s work fails on the server', async () => {
    await browser.page.getByRole('button', { name: 'Test Backend Exception' }).click();
    await browser.page.getByText('An error has occured.').first().waitFor();
  });

  test('ERR-09: a promise that no code caught is only logged', async () => {
    const { page, problems } = browser;
    problems.length = 0;
    await page.evaluate(() => void Promise.reject(new Error('nobody caught this')));
    await expect.poll(() => problems.join()).toContain('Unhandled rejection');
    expect(await page.getByText('nobody caught this').count()).toBe(0);
    expect(await page.getByText('Ooops!').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Test Log' }).isVisible()).toBe(true);
  });

  test('ERR-07: shows the error page, with a link home', async () => {
    const { page } = browser;
    await page.getByRole('button', { name: 'Test Frontend Exception' }).click();
    await page.getByText('Ooops! Something went wrong').waitFor();
    await page.getByText('Go Home').click();
    await page.waitForURL((url) => url.pathname !== '/admin/maintenance');
  });

  test('is only for admins', async () => {
    const person = await signUp(baseUrl);
    const other = await launchBrowser(baseUrl);
    try {
      await signInAs(other.page, person);
      await other.page.goto('/admin/maintenance');
      await other.page.waitForURL((url) => url.pathname !== '/admin/maintenance');
      expect(await other.page.getByText('Backend Exception').count()).toBe(0);
    } finally {
      await other.close();
    }
  });
});
