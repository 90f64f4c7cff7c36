import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { logOut, openAccountMenu, pressLogout } from '../../../tools/test-settings/account-menu.ts';
import { ADMIN, signIn, signUp } from '../api/session.ts';
import { accessibilityProblems } from '../browser/accessibility.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { closeByClick } from '../browser/close-by-click.ts';
import { signInAs } from '../browser/sign-in.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';

const steps = [
  { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'work' },
  { stepId: 'work', type: 'CustomScript', script: 'return 1' },
];
const shots = process.env.PORTAGE_SCREENSHOTS;

async function seen(page: Page, name: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    expect(await accessibilityProblems(page), `${name}, ${theme}`).toEqual([]);
    if (shots) await page.screenshot({ path: `${shots}/${name}-${theme}.png` });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (!shots) return;
  const size = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: `${shots}/${name}-narrow.png` });
  await page.setViewportSize(size);
}

describe('an admin managing people', () => {
  let opened: OpenBrowser;
  let page: Page;
  let person: Awaited<ReturnType<typeof signUp>>;

  beforeEach(async () => {
    person = await signUp(sharedBaseUrl());
    opened = await launchBrowser(sharedBaseUrl());
    page = opened.page;
    await signInAs(page, ADMIN);
    await page.goto(`/admin/users?userEmail=${encodeURIComponent(person.email)}`);
    await page.getByRole('button', { name: 'Impersonate', exact: true }).waitFor();
  });
  afterEach(() => opened.close());

  test('impersonates in a new tab, acts there, and both names are in the audit log (USER-05..08, HOSTILE 29)', async () => {
    await person.api('POST /api/workflows', { body: { name: 'Orders', steps: steps as never } });
    const opening = page.context().waitForEvent('page');
    await page.getByRole('button', { name: 'Impersonate', exact: true }).click();
    const tab = await opening;
    await tab.waitForURL('**/workflows');
    await tab.getByText(`${person.email} [Impersonating]`).waitFor();
    await tab.getByRole('button', { name: 'Import' }).waitFor();
    // If the address doesn't fit, it is cut, not the warning.
    const warning = tab.getByRole('button', { name: '[Impersonating]' }).getByText('[Impersonating]', { exact: true });
    for (const width of [1280, 900]) {
      await tab.setViewportSize({ width, height: 800 });
      expect(await warning.evaluate((element) => element.scrollWidth <= element.clientWidth), `at ${width}`).toBe(true);
      const [whole, part] = [await warning.locator('xpath=..').boundingBox(), await warning.boundingBox()];
      expect((part?.x ?? 0) + (part?.width ?? 0), `at ${width}`).toBeLessThanOrEqual((whole?.x ?? 0) + (whole?.width ?? 0));
    }
    await tab.setViewportSize({ width: 390, height: 844 });
    await (await openAccountMenu(tab)).getByText(`${person.email} [Impersonating]`).waitFor();
    await tab.keyboard.press('Escape');
    await seen(tab, 'impersonated');
    expect(await tab.getByText('All Users').count()).toBe(0);
    expect(await tab.evaluate(() => [localStorage.getItem('impersonate-user'), sessionStorage.getItem('portage:user') !== null])).toEqual([
      null,
      true,
    ]);
    await tab.goto('/admin/users');
    await tab.waitForURL('**/workflows');
    await tab.getByRole('button', { name: 'Edit: more' }).click();
    await tab.getByRole('menuitem', { name: 'Delete' }).click();
    await tab.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(async () => (await person.api('GET /api/workflows', {})).totalCount).toBe(0);

    await page.reload();
    await page.getByText(ADMIN.email, { exact: true }).waitFor();
    await closeByClick(tab, (await pressLogout(tab)).getByRole('button', { name: 'Logout' }));

    await page.goto(`/admin/audit?userEmail=${encodeURIComponent(person.email)}&impersonated=true`);
    const row = page.getByRole('row').filter({ hasText: 'Workflow deleted' });
    await row.waitFor();
    expect(await row.textContent()).toContain(ADMIN.email);
    await seen(page, 'audit');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    const csv = await readFile(await (await downloading).path(), 'utf8');
    expect(csv).toContain(`"workflow.deleted","${person.email}","${ADMIN.email}"`);
    await page.goto('/admin/users');
    await page.getByText(ADMIN.email, { exact: true }).first().waitFor();
  });

  test('an impersonated session ends with the admin’s own (HOSTILE 29)', async () => {
    const opening = page.context().waitForEvent('page');
    await page.getByRole('button', { name: 'Impersonate', exact: true }).click();
    const tab = await opening;
    await tab.waitForURL('**/workflows');
    await logOut(page);
    await page.waitForURL('**/signin');
    await tab.goto('/connectors');
    await tab.waitForURL('**/signin');
  });

  test('a server failure without a message shows the specification’s text (USER-04, USER-06)', async () => {
    const toast = (text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor();
    await page.route('**/api/users/**', (route) =>
      route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 500, body: '' }),
    );
    const pages = page.context().pages();
    await page.getByRole('button', { name: 'Impersonate', exact: true }).click();
    await toast('Impersonating not possible');
    expect(page.context().pages()).toEqual(pages);
    await page.getByRole('button', { name: 'Impersonate: more' }).click();
    await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(['Delete', 'Edit', 'Subscription']);
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog', { name: 'Please confirm' }).getByRole('button', { name: 'Delete' }).click();
    await toast('User was not deleted');
    expect(await page.getByText('User deleted.').count()).toBe(0);
    await page.unroute('**/api/users/**');
  });

  test('edits quotas and flags, and deletes after asking (USER-03, USER-04, USER-12..14)', async () => {
    await seen(page, 'users');
    await page.getByRole('button', { name: 'Impersonate: more' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit User' });
    await dialog.getByText(person.email, { exact: true }).waitFor();
    await dialog.getByRole('textbox', { name: 'Workflow Runs/Day' }).fill('-4');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Please enter a whole number').waitFor();
    await seen(page, 'edit-user');
    await dialog.getByRole('textbox', { name: 'Workflow Runs/Day' }).fill('12');
    await dialog.getByText('Show AI Chat').click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`User "${person.email}" updated.`).first().waitFor();
    const admin = await signIn(sharedBaseUrl(), ADMIN);
    const find = () => admin('GET /api/users', { query: { userEmail: person.email } });
    expect((await find()).users[0]).toMatchObject({ showAIChat: true, workflowQuotaSettings: { maxWorkflowInstancesPerDay: 12 } });

    await page.getByRole('button', { name: 'Impersonate: more' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog', { name: 'Please confirm' });
    await question.getByText('Connectors are removed with their secrets').waitFor();
    await seen(page, 'delete-user');
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('User deleted.').first().waitFor();
    expect((await find()).totalCount).toBe(0);
    expect(opened.problems).toEqual([]);
  });
});
