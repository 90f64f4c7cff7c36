import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { activeWebhook, postWebhook } from '../api/runs.ts';
import { signUp } from '../api/session.ts';
import { accessibilityProblems } from '../browser/accessibility.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';

const steps = [
  { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'work' },
  { stepId: 'work', type: 'CustomScript', script: 'return 1' },
];

/** One visit by one person, in order; each test continues where the previous one ended. */
describe('the command menu', () => {
  let person: Awaited<ReturnType<typeof signUp>>;
  let opened: OpenBrowser;
  let ordersId = '';
  beforeAll(async () => {
    person = await signUp(sharedBaseUrl());
    const make = (name: string) => person.api('POST /api/workflows', { body: { name, steps: steps as never } });
    ordersId = (await make('Order import')).workflow.id;
    await make('Customer sync');
    opened = await launchBrowser(sharedBaseUrl());
    await signInAs(opened.page, person);
    await opened.page.goto('/workflows');
    await opened.page.getByRole('link', { name: 'Order import' }).first().waitFor();
  });
  afterAll(async () => {
    expect(opened.problems).toEqual([]);
    await opened.close();
  });

  const field = () => opened.page.getByRole('combobox', { name: /^(Search workflows|Actions of)/ });
  const chosen = () => opened.page.getByRole('option', { selected: true });
  const open = async () => {
    await opened.page.keyboard.press('Control+k');
    await field().waitFor();
  };

  /** Until the search responds, only the controls of the page are there, some of which have the workflow's name in theirs. */
  const workflowIsFound = (name: string) => opened.page.getByRole('group', { name: 'Workflows' }).getByRole('option', { name }).waitFor();

  test('opens with Ctrl+K from the list and from a text field, and Escape returns the focus', async () => {
    const { page } = opened;
    const name = page.getByPlaceholder('Name');
    await name.focus();
    await open();
    await page.getByRole('option', { name: 'Customer sync' }).waitFor();
    await page.keyboard.press('Escape');
    await field().waitFor({ state: 'detached' });
    await expect.poll(() => name.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('finds a workflow while typing and opens it with Enter, also over another workflow’s canvas', async () => {
    const { page } = opened;
    await open();
    await page.keyboard.type('import');
    await workflowIsFound('Order import');
    await expect.poll(() => chosen().textContent()).toContain('Order import');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/workflows/${ordersId}/edit`);
    await page.locator('[data-flowchart] [data-card="work"]').click();
    await page.locator('[data-step-panel]').waitFor();
    await open();
    await page.keyboard.type('custom');
    await workflowIsFound('Customer sync');
    await expect.poll(() => chosen().textContent()).toContain('Customer sync');
    await page.keyboard.press('Escape');
    await field().waitFor({ state: 'detached' });
    // The menu consumed the key: the step's form stays.
    expect(await page.locator('[data-step-panel]').count()).toBe(1);
  });

  test('reaches the fields of the open form and the page’s own actions', async () => {
    const { page } = opened;
    await open();
    await page.keyboard.type('description field');
    await expect.poll(() => chosen().textContent()).toBe('DescriptionField');
    await page.keyboard.press('Enter');
    const description = page.locator('[data-step-panel]').getByLabel('Description');
    await expect.poll(() => description.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type('Returns one');
    await expect.poll(() => description.inputValue()).toBe('Returns one');

    await open();
    await page.keyboard.type('version history');
    await page.getByRole('group', { name: 'This page' }).getByRole('option', { name: 'Version History' }).waitFor();
    await expect.poll(() => chosen().textContent()).toBe('Version History');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Version History', selected: true }).waitFor();

    await page.getByRole('tab', { name: 'Design' }).click();
    // The menu also lists controls that the page shows after it was opened.
    await open();
    await page.keyboard.type('activate');
    await expect.poll(() => chosen().textContent()).toBe('Active');
    await page.keyboard.press('Enter');
    await page.getByRole('switch', { name: 'Active', checked: true }).waitFor();
    await person.api('POST /api/workflows/{id}/deactivate', { params: { id: ordersId } });
  });

  test('activates and runs by a verb and by a workflow’s actions', async () => {
    const { page } = opened;
    await page.goto('/workflows');
    await page.getByRole('link', { name: 'Order import' }).first().waitFor();
    await open();
    await page.keyboard.type('activate order');
    await expect.poll(() => chosen().textContent()).toBe('Activate Order import');
    await page.keyboard.press('Enter');
    await page.getByText('“Order import” is active.').first().waitFor();
    const { workflow } = await person.api('GET /api/workflows/{id}', { params: { id: ordersId } });
    expect(workflow.isActive).toBe(true);

    await open();
    await page.keyboard.type('order');
    await workflowIsFound('Order import');
    await expect.poll(() => chosen().textContent()).toContain('Order import');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('combobox', { name: 'Actions of Order import' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => chosen().textContent()).toBe('Run Order import');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/run-history/*/view');
    const runId = new URL(page.url()).pathname.split('/')[2] ?? '';

    await page.goto('/workflows');
    await page.getByRole('button', { name: 'Find anything' }).click();
    await field().fill(runId);
    await page.getByRole('group', { name: 'Runs' }).getByRole('option', { name: 'Order import' }).click();
    await page.waitForURL(`**/run-history/${runId}/view`);
  });

  test('finds the run of an order by its number, without a tag, and so does Run History', async () => {
    const { page } = opened;
    const { webhookUrl } = await activeWebhook(person.api, 'Webshop', [{ stepId: 'start', type: 'Trigger', triggerType: 'Webhook' }]);
    const runId = await postWebhook(webhookUrl, { order: { number: 'A-1004' }, customer: { email: 'ada@example.com' } });
    await postWebhook(webhookUrl, { order: { number: 'A-2001' } });
    const count = async (content: string) => (await person.api('GET /api/workflows/find-instances', { query: { content } })).totalCount;
    await expect.poll(() => count('"A-1004"')).toBe(1);
    await open();
    await page.keyboard.type('a-1004');
    await expect.poll(() => chosen().textContent()).toContain('order.number A-1004: Webshop');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/run-history/${runId}/view`);

    await page.goto('/run-history');
    await page.getByRole('textbox', { name: 'Contains' }).fill('ada@exam');
    await page.waitForURL('**/run-history?content=ada%40exam');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.getByText('order.number: A-1004').waitFor();
    const tabs = page.getByRole('navigation', { name: 'Run History', exact: true });
    await tabs.getByRole('link', { name: 'Approvals' }).click();
    await page.getByText('Nothing is waiting for you').waitFor();
    await tabs.getByRole('link', { name: 'Alerts' }).click();
    await page.waitForURL('**/run-history/alerts');
    await tabs.getByRole('link', { name: 'Runs' }).click();
    await expect.poll(() => tabs.locator('[aria-current=page]').textContent()).toBe('Runs');
  });

  test('leads to pages, and says if nothing matches', async () => {
    const { page } = opened;
    await open();
    await page.keyboard.type('zzzz');
    await page.getByText('Nothing matches “zzzz”.').waitFor();
    await field().fill('new connector');
    await expect.poll(() => chosen().textContent()).toContain('New connector');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/connectors/add');
    await open();
    await page.keyboard.type('approvals');
    await expect.poll(() => chosen().textContent()).toBe('Approvals');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/run-history/approvals');
    await open();
    await page.keyboard.type('settings of order imp');
    await expect.poll(() => chosen().textContent()).toBe('Settings of Order import');
    await page.keyboard.press('Enter');
    const settings = page.getByRole('dialog', { name: 'Workflow Edit Info' });
    await expect.poll(() => settings.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Order import');
    await settings.getByRole('button', { name: 'Cancel' }).click();
    await settings.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).not.toContain('settings');
    await open();
    await page.keyboard.type('alerts of order imp');
    await expect.poll(() => chosen().textContent()).toBe('Alerts of Order import');
    await page.keyboard.press('Enter');
    const alerts = page.getByRole('dialog', { name: 'Alerts of “Order import”' });
    await alerts.getByRole('button', { name: 'Cancel' }).click();
    await alerts.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).not.toContain('alerts');
  });

  test('is accessible in both themes, on a desktop and on a phone', async () => {
    const { page } = opened;
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/workflows');
      await page.getByRole('link', { name: 'Order import' }).first().waitFor();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await accessibilityProblems(page, ['header'])).toEqual([]);
        await page.getByRole('button', { name: 'Find anything' }).click();
        await field().fill('order');
        await page.getByRole('option', { name: 'Order import' }).first().waitFor();
        expect(await accessibilityProblems(page, ['dialog[open]'])).toEqual([]);
        await page.keyboard.press('Escape');
        await field().waitFor({ state: 'detached' });
      }
    }
  });
});
