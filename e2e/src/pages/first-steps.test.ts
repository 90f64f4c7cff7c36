import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { logOut, pressLogout } from '../../../tools/test-settings/account-menu.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';

/** One person's first ten minutes, in order; each test continues where the previous one ended. */
describe('a new person', () => {
  const baseUrl = sharedBaseUrl();
  const person = { email: `new-${crypto.randomUUID()}@example.com`, password: 'a-long-password' };
  let browser: OpenBrowser;
  beforeAll(async () => {
    browser = await launchBrowser(baseUrl);
  });
  afterAll(() => browser.close());

  test('is redirected from anywhere to the sign-in page, and from there to sign-up', async () => {
    const { page } = browser;
    await page.goto('/workflows');
    await page.waitForURL('**/signin');
    await page.getByRole('link', { name: /sign up/i }).click();
    await page.waitForURL('**/signup');
  });

  test('signs up; the button waits for the terms, and messages wait until a field is touched', async () => {
    const { page } = browser;
    const submit = page.getByRole('button', { name: /sign up/i });
    expect(await submit.isDisabled()).toBe(true);
    expect(await page.getByText('Please enter First Name').count()).toBe(0);
    await page.getByRole('checkbox').check();
    await submit.click();
    for (const field of ['First Name', 'Last Name', 'Email', 'Password']) await page.getByText(`Please enter ${field}`).waitFor();

    await page.getByLabel('First name').fill('Grace');
    await page.getByLabel('Last name').fill('New');
    await page.getByLabel('Email').fill('not an address');
    await page.locator('input[name="password"]').fill('short');
    await submit.click();
    await page.getByText('Email should have valid format').waitFor();
    await page.getByText('Password is too short').waitFor();

    await page.getByLabel('Email').fill(person.email);
    await page.locator('input[name="password"]').fill(person.password);
    await submit.click();
    await page.waitForURL('**/userinfo');
  });

  test('says who they are, or skips it, and sees an empty list that explains the next step', async () => {
    const { page } = browser;
    await page.getByLabel('Job Title').fill('Shop owner');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/workflows');
    await page.getByText('No workflows yet').waitFor();
    await page.getByText(person.email).first().waitFor();
  });

  test('adds a workflow; a missing name is reported', async () => {
    const { page } = browser;
    await page.getByRole('link', { name: 'Add', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Workflow' });
    await dialog.getByRole('button', { name: 'Add Workflow' }).click();
    await dialog.getByText('Please input Workflow Name').waitFor();
    await dialog.getByLabel('Workflow Name').fill('My first');
    await dialog.locator('label', { hasText: 'Starts when a person presses Run.' }).click();
    await dialog.getByRole('button', { name: 'Add Workflow' }).click();
    await page.waitForURL('**/workflows/*/edit');
    await page.getByText('Workflow is valid and can be started').waitFor();
  });

  test('writes a script step, saves, runs it and sees the result', async () => {
    const { page } = browser;
    await page.getByRole('button', { name: 'Add a step after start' }).click();
    await page.getByRole('dialog', { name: 'New Step' }).getByRole('button', { name: 'JavaScript' }).click();
    const panel = page.locator('[data-step-panel]');
    await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('answer');
    await panel.locator('.monaco-editor .view-line').first().click();
    await page.keyboard.insertText('console.log("thinking"); return 6 * 7');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Workflow Saved').first().waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.waitForURL(/tab=Last\+Run&workflowInstanceId=/);
    await page
      .locator('[data-flowchart]')
      .getByRole('button', { name: /answer/ })
      .first()
      .click();
    await page.getByRole('group', { name: 'Log' }).getByText('thinking').waitFor();
    await page.getByText('42').first().waitFor();
  });

  test('copies and deletes a workflow, after asking', async () => {
    const { page } = browser;
    await page.goto('/workflows');
    await page.getByRole('button', { name: 'Edit: more' }).click();
    await page.getByRole('menuitem', { name: 'Copy' }).click();
    await page.getByText('Workflow copied to “Copy Of My first”').first().waitFor();
    const copied = page.getByRole('row', { name: /Copy Of My first/ });
    await copied.getByRole('button', { name: 'Edit: more' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).last().click();
    const question = page.getByRole('alertdialog', { name: 'Please confirm' });
    await question.getByRole('button', { name: 'No' }).click();
    await copied.waitFor();
    await copied.getByRole('button', { name: 'Edit: more' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).last().click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Workflow deleted.').first().waitFor();
    await copied.waitFor({ state: 'detached' });
  });

  test('logs out after confirming and signs in again by keyboard alone', async () => {
    const { page } = browser;
    await (await pressLogout(page)).getByRole('button', { name: 'No', exact: true }).click();
    await logOut(page);
    await page.waitForURL('**/signin');
    await page.getByLabel('Email').focus();
    await page.keyboard.type(person.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(person.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/workflows');
  });

  test('gets a clear message for a wrong password', async () => {
    const other = await launchBrowser(baseUrl);
    try {
      const { page } = other;
      await page.goto('/signin');
      await page.getByLabel('Email').fill(person.email);
      await page.locator('input[name="password"]').fill('not-this-one');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('alert').first().waitFor();
      expect(new URL(page.url()).pathname).toBe('/signin');
    } finally {
      await other.close();
    }
  });
});
