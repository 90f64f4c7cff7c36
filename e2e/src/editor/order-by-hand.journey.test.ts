import { orderExample } from '@portage/workflow/testing';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type CountingServer, startCountingServer } from '../api/counting-server.ts';
import { postWebhook } from '../api/runs.ts';
import { signUp } from '../api/session.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInByHand } from '../browser/sign-in.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { type InputWay, keyboardOn, mouseOn } from './input-ways.ts';

/** The workflow of docs/workflow-format.md, from the empty list to its result: every step, every field, with one input device. */
describe('the order workflow, built and run by hand', () => {
  let outside: CountingServer;
  let browser: OpenBrowser;
  beforeAll(async () => {
    outside = await startCountingServer();
  });
  afterAll(() => outside.close());
  afterEach(() => browser.close());

  test.each([
    ['the mouse', mouseOn],
    ['the keyboard', keyboardOn],
  ])('with %s alone', async (_name, inputOf) => {
    const person = await signUp(sharedBaseUrl());
    browser = await launchBrowser(sharedBaseUrl());
    const { page } = browser;
    await signInByHand(page, person);
    const input = inputOf(page);
    const callsBefore = outside.calls.length;

    const workflowId = await addWorkflow(page, input);
    await buildOrders(page, input, `${outside.url}/big-orders`);
    await input.press(page.getByRole('button', { name: 'Save', exact: true }));
    await page.getByText(/^Saved \d\d:\d\d:\d\d$/).waitFor();
    const { workflow } = await person.api('GET /api/workflows/{id}', { params: { id: workflowId } });
    const wanted = orderExample.steps.map((step) => (step.stepId === 'tell' ? { ...step, url: `${outside.url}/big-orders` } : step));
    const byId = (one: { stepId: string }, other: { stepId: string }) => one.stepId.localeCompare(other.stepId);
    expect(workflow.steps.toSorted(byId)).toMatchObject(wanted.toSorted(byId));

    await page.getByText('Workflow is valid and can be started').waitFor();
    await input.press(page.getByRole('button', { name: 'Run', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Wating for Webhook call' });
    const webhookUrl = (await dialog.locator('code').textContent()) ?? '';
    await postWebhook(webhookUrl, { id: 'A "quoted" id', total: 180, lines: [{ quantity: 2 }, { quantity: 5 }] });

    await page.waitForURL(/tab=Last\+Run&workflowInstanceId=/);
    // For the whole run, not for a step.
    await page.getByText(/^Took 1\./).waitFor();
    expect(outside.calls.slice(callsBefore).map(({ method, path, body }) => ({ method, path, id: JSON.parse(body).id }))).toEqual([
      { method: 'POST', path: '/big-orders', id: 'A "quoted" id' },
    ]);
    await input.openStep('price');
    const response = page.getByLabel('Response', { exact: true });
    await response.getByText('10', { exact: true }).waitFor();
    await input.press(page.getByRole('button', { name: 'Turn before' }));
    await response.getByText('4', { exact: true }).waitFor();
    await input.openTab('Data Storage');
    await page
      .getByRole('row', { name: /lastOrder/ })
      .getByText('A "quoted" id')
      .waitFor();
    expect(browser.problems).toEqual([]);
  });
});

async function addWorkflow(page: Page, input: InputWay): Promise<string> {
  await input.press(page.getByRole('link', { name: 'Add', exact: true }));
  const dialog = page.getByRole('dialog', { name: 'Add Workflow' });
  await input.write(dialog.getByLabel('Workflow Name'), 'Orders');
  await input.press(dialog.getByRole('button', { name: 'Add Workflow' }));
  await page.waitForURL('**/workflows/*/edit');
  await page.locator('[data-card="start"]').waitFor();
  return /workflows\/([^/]+)\/edit/.exec(page.url())?.[1] ?? '';
}

async function buildOrders(page: Page, input: InputWay, tellUrl: string): Promise<void> {
  const panel = page.locator('[data-step-panel]');
  const field = (name: string) => panel.getByRole('textbox', { name, exact: true });
  const select = (label: string, within: Locator = panel) =>
    within.getByRole('button', { name: new RegExp(`(^| )${label}$`) }).and(page.locator('[aria-haspopup="listbox"]'));
  const checkbox = (label: string) => ({
    box: panel.getByRole('checkbox', { name: label, exact: true }),
    label: panel.getByText(label, { exact: true }),
  });
  const open = async (stepId: string) => {
    await input.openStep(stepId);
    await panel.waitFor();
  };
  const add = async (place: Parameters<InputWay['openNewStep']>[0], type: string, name: string) => {
    await input.openNewStep(place);
    await input.press(page.getByRole('dialog', { name: 'New Step' }).getByRole('button', { name: type, exact: true }));
    await panel.waitFor();
    await input.write(field('Name'), name);
  };

  await open('start');
  await input.choose(select('Type'), 'Webhook');
  await input.closeForm();

  await add({ after: 'start' }, 'Loop', 'each');
  await input.write(field('Collection'), '$Steps["start"].Payload.lines');
  await input.closeForm();

  await add({ startOf: 'each' }, 'JavaScript', 'price');
  await input.write(panel.locator('.monaco-editor').first(), 'return Steps["each"].CurrentItem.quantity * 2');
  await input.closeForm();

  await add({ after: 'each' }, 'Branch', 'route');
  await input.closeForm();
  await open('route');
  await input.press(panel.getByRole('button', { name: /^Yes / }));
  await input.press(panel.getByRole('button', { name: 'Add Condition' }));
  await input.write(field('Value'), '$Steps["start"].Payload.total');
  await input.choose(select('Operator', panel.getByRole('group', { name: 'Condition 1' })), 'Greater Than');
  await input.write(field('Compare with'), '100');
  await input.closeForm();

  await add({ startOf: 'route', group: 'Yes' }, 'Http Request', 'tell');
  await input.choose(select('Method'), 'POST');
  await input.write(field('URL'), tellUrl);
  await input.write(field('Body'), '{"id": "${Steps["start"].Payload.id}", "at": "${utcNow()}"}');
  await input.check(checkbox('Use Retry'));
  await input.closeForm();

  await add({ after: 'route' }, 'Delay Step', 'wait');
  await input.write(field('Delay'), '1');
  await input.choose(select('Unit'), 'Seconds');
  await input.closeForm();

  await add({ after: 'wait' }, 'Data Storage', 'keep');
  await input.choose(select('Scope'), 'Workflow');
  await input.check(checkbox('Expire data'));
  await input.write(field('Data expires in N hours'), '24');
  await input.write(field('Key'), 'lastOrder');
  await input.write(field('Value'), '$Steps["start"].Payload.id');
  await input.closeForm();

  await add({ after: 'keep' }, 'End Step', 'end');
  await input.choose(select('Scope'), 'Workflow');
  await input.closeForm();
}
