import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, DEMO, signIn } from '../api/session.ts';
import { accessibilityProblems } from '../browser/accessibility.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';

const THEMES = ['light', 'dark'] as const;

describe('the pages of the seeded accounts', () => {
  const baseUrl = sharedBaseUrl();
  let demo: OpenBrowser;
  let admin: OpenBrowser;
  let runId = '';
  beforeAll(async () => {
    const api = await signIn(baseUrl, DEMO);
    const { workflowInstances } = await api('GET /api/workflows/find-instances', { query: { workflowInstanceStatus: 'Failed' } });
    runId = workflowInstances[0]?.id ?? '';
    [demo, admin] = await Promise.all([launchBrowser(baseUrl), launchBrowser(baseUrl)]);
    await signInAs(demo.page, DEMO);
    await signInAs(admin.page, ADMIN);
  });
  afterAll(() => Promise.all([demo?.close(), admin?.close()]));

  test('the first start has workflows with finished, failed and delayed runs', async () => {
    const api = await signIn(baseUrl, DEMO);
    const { totalCount } = await api('GET /api/workflows');
    expect(totalCount).toBeGreaterThanOrEqual(3);
    for (const status of ['Succeeded', 'Failed', 'Delayed'] as const) {
      const found = await api('GET /api/workflows/find-instances', { query: { workflowInstanceStatus: status } });
      expect(found.totalCount, status).toBeGreaterThan(0);
    }
  });

  test.each([
    ['/workflows', 'Workflows'],
    ['/run-history', 'Run History'],
    ['/connectors', 'Connectors'],
    ['/stats', 'Dashboard'],
    ['/gift-cards', 'Gift Cards'],
  ])('%s is shown to a user and is accessible in both themes', async (path, title) => {
    await checkPage(demo, path, title);
  });

  test.each([
    ['/admin/users', 'Users'],
    ['/users', 'Users'],
    ['/admin/workflows', 'Workflows'],
    ['/admin/run-history', 'Run History'],
  ])('%s is shown to an admin and is accessible in both themes', async (path, title) => {
    await checkPage(admin, path, title);
  });

  test('the lower half of the dashboard waits for the figures above it, so that it doesn’t jump', async () => {
    const { page } = demo;
    const monthly = page.getByRole('heading', { name: 'Runs by month' });
    let giveFigures = () => {};
    const held = new Promise<void>((resolve) => {
      giveFigures = resolve;
    });
    await page.route('**/api/dashboards/insights*', async (route) => {
      await held;
      await route.continue();
    });
    const counted = page.waitForResponse('**/api/dashboards/stats*');
    await page.goto('/stats');
    await counted;
    await page.getByText('Counting').waitFor();
    expect(await monthly.count()).toBe(0);
    giveFigures();
    await monthly.waitFor();
    await page.getByRole('heading', { name: 'Runs by day' }).waitFor();
    await page.unroute('**/api/dashboards/insights*');
  });

  test.each([
    ['/run-history', 'Runs', () => demo],
    ['/workflows', 'Workflows', () => demo],
    ['/admin/workflows', 'Workflows', () => admin],
  ])('%s is a table at 1024 px, with room for its columns', async (path, label, browserOf) => {
    const { page } = browserOf();
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.goto(path);
    const table = page.getByRole('table', { name: label });
    const row = table.getByRole('row').nth(1);
    await row.getByRole('button').or(row.getByRole('link')).first().waitFor();
    const lines = () => row.evaluate(({ children }) => new Set([...children].map((cell) => cell.getBoundingClientRect().top)).size);
    await expect.poll(lines).toBe(1);
    const hidden = () => table.evaluate((element) => element.scrollWidth - (element.parentElement?.clientWidth ?? 0));
    await expect.poll(hidden).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('a failed run shows its error, its step and the ways to re-run it', async () => {
    const { page } = demo;
    await page.goto(`/run-history/${runId}/view`);
    await page.getByText('The run failed').waitFor();
    await page.getByRole('button', { name: 'Re-run' }).click();
    await page.getByRole('dialog', { name: 'Re-run Workflow' }).getByText('Continue this run').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  test('an admin sees whose failed run it is and everything in it, but can’t change it', async () => {
    const { page } = admin;
    await page.goto(`/run-history/${runId}/view`);
    await page.getByText('The run failed').waitFor();
    const main = page.getByRole('main');
    await main.getByText(DEMO.email).waitFor();
    expect(await main.getByRole('button', { name: 'Reload' }).count()).toBe(1);
    expect(await main.getByRole('button', { name: 'Re-run' }).count()).toBe(0);
    expect(await main.getByRole('link', { name: 'Open workflow' }).count()).toBe(0);
  });

  test('HOSTILE 25: a plain user who opens an admin page is redirected and sees nothing of it', async () => {
    const { page } = demo;
    await page.goto('/admin/users');
    await page.waitForURL('**/workflows');
    expect(await page.getByText(ADMIN.email).count()).toBe(0);
  });

  test('an address that doesn’t exist says so', async () => {
    const { page } = demo;
    await page.goto('/no-such-page');
    await page
      .getByText(/not found/i)
      .first()
      .waitFor();
  });

  async function checkPage({ page, problems }: OpenBrowser, path: string, title: string): Promise<void> {
    problems.length = 0;
    await page.goto(path);
    await page.getByRole('banner').getByText(title, { exact: false }).first().waitFor();
    await page.waitForLoadState('networkidle');
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      expect(await accessibilityProblems(page), `${path} ${theme}`).toEqual([]);
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
    expect(problems, path).toEqual([]);
  }
});
