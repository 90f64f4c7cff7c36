import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitForRun } from '../api/runs.ts';
import { signIn } from '../api/session.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { looksRight } from '../browser/looks-right.ts';
import { openStep } from '../editor/open-editor.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';

/** The number in docs/guide/first-workflow.md; a page that needs more makes the first day longer. */
const MOST_CLICKS = 6;

const waitingSteps = [
  { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'wait' },
  { stepId: 'wait', type: 'DelayStep', delayValue: 1, delayType: 'Hours' },
];

/** One person's first day, in order; each test continues where the previous one ended. */
describe('the first day', () => {
  let opened: OpenBrowser;
  let page: Page;
  const person = { email: `e2e-${crypto.randomUUID()}@example.com`, password: 'a-long-password' };
  let clicks = 0;
  const click = async (target: Locator) => {
    await target.click();
    clicks += 1;
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const stepsList = () => page.getByRole('list', { name: 'First steps' });
  const doneSteps = async () =>
    (await stepsList().locator('[data-is-done]').allInnerTexts()).map((text) => text.replace(', done', '').trim());

  beforeAll(async () => {
    opened = await launchBrowser(sharedBaseUrl());
    page = opened.page;
  });
  afterAll(() => opened?.close());

  test('from the sign-up form to a first run in six clicks, with nothing to type', async () => {
    await page.goto('/signup');
    await page.getByLabel('First name').fill('Nora');
    await page.getByLabel('Last name').fill('New');
    await page.getByLabel('Email').fill(person.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
    await click(page.getByRole('checkbox'));
    await click(button('Sign up'));
    await page.waitForURL('**/userinfo**');
    await click(button('Continue'));
    await page.getByRole('list', { name: 'Ways to start' }).waitFor();
    expect(await page.getByRole('list', { name: 'Ways to start' }).getByRole('link').count()).toBe(3);
    expect(await doneSteps()).toEqual([]);
    await looksRight(page, 'first-page');

    await click(button('Add the sample workflow'));
    await page.waitForURL('**/workflows/*/edit');
    await page.getByText('Workflow is valid and can be started').waitFor();
    await click(button('Run'));
    const dialog = page.getByRole('dialog', { name: 'Wating for Webhook call' });
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Body' }).inputValue()).toContain('A-1001');
    await click(dialog.getByRole('button', { name: 'Send a sample call' }));
    await page.waitForURL(/tab=Last\+Run&workflowInstanceId=/);
    await page.getByRole('group', { name: 'The run' }).getByText('Succeeded').waitFor();
    expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
  });

  test('Last Run starts it again, and stays in the editor', async () => {
    const before = page.url();
    const theRun = page.getByRole('group', { name: 'The run' });
    await theRun.getByRole('button', { name: 'Run again', disabled: false }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Run again', disabled: false }).press('Enter');
    await page.waitForURL((url) => url.href !== before && url.pathname.endsWith('/edit'));
    await theRun.getByText('Succeeded').waitFor();
  });

  test('Run with data remembers the last choice, keeps what the person wrote, and says where it isn’t JSON', async () => {
    await page.getByRole('button', { name: 'Back to Designer' }).click();
    const openDialog = async () => {
      await button('Run: more').focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Run with data' }).press('Enter');
      return page.getByRole('dialog', { name: 'Run with data' });
    };
    let dialog = await openDialog();
    const text = () => dialog.getByRole('textbox', { name: 'Payload' });
    await expect.poll(() => text().inputValue()).toContain('A-1001');
    // As in the sample call.
    expect(await dialog.getByRole('radio', { name: 'Sample' }).isChecked()).toBe(true);
    await dialog.getByRole('radio', { name: 'Sample' }).press('ArrowUp');
    await expect.poll(() => dialog.getByRole('radio', { name: 'Last payload' }).isChecked()).toBe(true);
    await dialog.getByText(/^From the run of /).waitFor();
    expect(await text().inputValue()).toContain('A-1001');
    await text().fill('{"id": "B-2", "lines": [');
    await dialog.getByText(/This is not JSON: .*line 1/).waitFor();
    const start = () => dialog.getByRole('button', { name: 'Run with this data' });
    expect(await start().isDisabled()).toBe(true);
    await text().fill('{"id": "B-2", "lines": [{"quantity": 1, "price": 5}]}');
    await looksRight(page, 'run-with-data');
    await start().press('Enter');
    await page.getByRole('group', { name: 'The run' }).getByText('Succeeded').waitFor();
    await page.getByRole('button', { name: 'Back to Designer' }).click();
    dialog = await openDialog();
    await expect.poll(() => text().inputValue()).toContain('B-2');
    expect(await dialog.getByRole('radio', { name: 'Own data' }).isChecked()).toBe(true);
    await dialog.getByRole('radio', { name: 'Empty' }).check({ force: true });
    await expect.poll(() => text().inputValue()).toBe('');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  test('activating says what now starts the workflow, and its form sends a real call', async () => {
    await page.getByRole('switch', { name: 'Active' }).click({ force: true });
    const statement = page.getByRole('status').filter({ hasText: 'The workflow is active' });
    await statement.getByText(/\/api\/webhooks\//).waitFor();
    await statement.getByRole('button', { name: 'Copy address' }).waitFor();
    await looksRight(page, 'activated');
    await statement.getByRole('button', { name: 'Send a sample call', disabled: false }).press('Enter');
    await page
      .getByRole('dialog', { name: 'Send a sample call' })
      .getByRole('button', { name: 'Close', disabled: false })
      .last()
      .press('Enter');
    await statement.getByRole('button', { name: 'Close' }).click();
    await statement.waitFor({ state: 'detached' });

    await openStep(page, 'start');
    await page.locator('[data-step-panel]').getByRole('button', { name: 'Send a sample call' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send a sample call' });
    await dialog.getByRole('radio', { name: 'Sample' }).check({ force: true });
    await looksRight(page, 'sample-call');
    await dialog.getByRole('button', { name: 'Send a sample call' }).click();
    await dialog.getByText('The call was accepted').waitFor();
    await dialog.getByRole('link', { name: 'Open run' }).click();
    await page.waitForURL('**/run-history/*/view');
    await page.getByText('Succeeded').first().waitFor();
  });

  test('a succeeded or cancelled run is run again with its payload', async () => {
    const question = page.getByRole('alertdialog', { name: 'Run again with this payload' });
    const isNewRun = (before: string) => (url: URL) => url.href !== before && url.pathname.endsWith('/view');
    const before = page.url();
    await page.getByRole('button', { name: 'Run again' }).click();
    await question.getByRole('button', { name: 'Run again' }).click();
    await page.waitForURL(isNewRun(before));
    await page.getByText('Succeeded').first().waitFor();

    const api = await signIn(sharedBaseUrl(), person);
    const { workflow } = await api('POST /api/workflows', { body: { name: 'Waits', steps: waitingSteps as never } });
    const { workflowInstanceId } = await api('POST /api/workflows/{id}/test-run', {
      params: { id: workflow.id },
      body: { payload: { order: 'C-3' } },
    });
    await waitForRun(api, workflowInstanceId, ({ status }) => status === 'Delayed');
    await api('GET /api/workflows/instances/{id}/cancel', { params: { id: workflowInstanceId } });
    await page.goto(`/run-history/${workflowInstanceId}/view`);
    const cancelled = page.url();
    await page.getByRole('button', { name: 'Run again', disabled: false }).press('Enter');
    await question.getByRole('button', { name: 'Run again', disabled: false }).press('Enter');
    await page.waitForURL(isNewRun(cancelled));
    await page.getByRole('list', { name: 'Steps of the run', exact: true }).getByRole('button', { name: /start/ }).click();
    await page.getByRole('tree', { name: 'Payload' }).getByText('C-3').waitFor();
    const again = new URL(page.url()).pathname.split('/')[2] ?? '';
    await api('GET /api/workflows/instances/{id}/cancel', { params: { id: again } });
  });

  test('the dashboard shows how the runs went, and each figure links to its runs', async () => {
    const figures = page.getByRole('list', { name: 'Figures' });
    const shown = async () => {
      await page.goto('/stats?period=24h');
      await page.getByRole('list', { name: 'Figures' }).or(page.getByText('No run ended')).waitFor();
      return (await figures.getByRole('link').allInnerTexts()).map((text) => text.split('\n').slice(0, 2).join(' '));
    };
    // The run of the active workflow's sample call, and its re-run; tests aren't counted.
    await expect.poll(shown).toEqual(expect.arrayContaining(['Runs 2', 'Failed 0', 'Success rate 100 %']));
    await looksRight(page, 'insights');
    // The two may be in different hours.
    const bar = page.getByRole('link', { name: /: [12] succeeded, 0 failed, 0 cancelled$/ }).last();
    const slowest = page.getByRole('table', { name: 'Slowest workflows' }).getByRole('link', { name: 'Sample: orders by size' });
    for (const figure of [figures.getByRole('link', { name: /^Runs/ }), bar, slowest]) {
      await page.goto('/stats?period=24h');
      await figure.focus();
      await page.keyboard.press('Enter');
      await page.waitForURL('**/run-history?**');
      await page.getByText(/^1–[12] of [12]$/).waitFor();
    }
  });

  test('the first steps check themselves off, and stay closed', async () => {
    await page.goto('/workflows');
    await expect.poll(doneSteps).toEqual(['Add a workflow', 'Run it, and look at the run', 'Switch a workflow on']);
    expect(await stepsList().getByRole('link').allInnerTexts()).toEqual(['Connect a system', 'Choose how you hear about failures']);
    await looksRight(page, 'first-steps');
    await page.getByRole('button', { name: 'Close first steps', disabled: false }).press('Enter');
    await stepsList().waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('row').filter({ hasText: 'Sample: orders by size' }).waitFor();
    await expect.poll(() => page.getByText('Loading').count()).toBe(0);
    expect(await stepsList().count()).toBe(0);
    expect(opened.problems).toEqual([]);
  });
});
