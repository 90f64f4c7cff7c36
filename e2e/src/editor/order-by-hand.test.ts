import { orderExample } from '@portage/workflow/testing';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { type CountingServer, startCountingServer } from '../api/counting-server.ts';
import { postWebhook } from '../api/runs.ts';
import { signUp } from '../api/session.ts';
import { launchBrowser, type OpenBrowser, signInAs } from '../browser/browser.ts';
import { type Hand, keyboardOf, mouseOf } from './hands.ts';

/** The workflow of docs/workflow-format.md, from the empty list to its result: every step, every field, by one hand. */
describe('the order workflow, built and run by hand', () => {
  let outside: CountingServer;
  let browser: OpenBrowser;
  beforeAll(async () => {
    outside = await startCountingServer();
  });
  afterAll(() => outside.close());
  afterEach(() => browser.close());

  it.each([
    ['the mouse', mouseOf],
    ['the keyboard', keyboardOf],
  ])('with %s alone', async (_name, handOf) => {
    const person = await signUp(inject('baseUrl'));
    browser = await launchBrowser(inject('baseUrl'));
    const { page } = browser;
    await signInAs(page, person);
    const hand = handOf(page);
    const callsBefore = outside.calls.length;

    const workflowId = await addWorkflow(page, hand);
    await buildOrders(page, hand, `${outside.url}/big-orders`);
    await hand.press(page.getByRole('button', { name: 'Save', exact: true }));
    await page.getByText(/^Saved \d\d:\d\d:\d\d$/).waitFor();
    const { workflow } = await person.api('GET /api/workflows/{id}', { params: { id: workflowId } });
    const wanted = orderExample.steps.map((step) => (step.stepId === 'tell' ? { ...step, url: `${outside.url}/big-orders` } : step));
    const byId = (one: { stepId: string }, other: { stepId: string }) => one.stepId.localeCompare(other.stepId);
    expect(workflow.steps.toSorted(byId)).toMatchObject(wanted.toSorted(byId));

    await page.getByText('Workflow is valid and can be started').waitFor();
    await hand.press(page.getByRole('button', { name: 'Run', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Wating for Webhook call' });
    const webhookUrl = (await dialog.locator('code').textContent()) ?? '';
    await postWebhook(webhookUrl, { id: 'A "quoted" id', total: 180, lines: [{ quantity: 2 }, { quantity: 5 }] });

    await page.waitForURL(/tab=Last\+Run&workflowInstanceId=/);
    // Said of the whole run, not of a step.
    await page.getByText(/^Took 1\./).waitFor();
    expect(outside.calls.slice(callsBefore).map(({ method, path, body }) => ({ method, path, id: JSON.parse(body).id }))).toEqual([
      { method: 'POST', path: '/big-orders', id: 'A "quoted" id' },
    ]);
    await hand.openStep('price');
    const response = page.getByLabel('Response', { exact: true });
    await response.getByText('10', { exact: true }).waitFor();
    await hand.press(page.getByRole('button', { name: 'Turn before' }));
    await response.getByText('4', { exact: true }).waitFor();
    await hand.openTab('Data Storage');
    await page
      .getByRole('row', { name: /lastOrder/ })
      .getByText('A "quoted" id')
      .waitFor();
    expect(browser.problems).toEqual([]);
  });
});

async function addWorkflow(page: Page, hand: Hand): Promise<string> {
  await hand.press(page.getByRole('link', { name: 'Add', exact: true }));
  const dialog = page.getByRole('dialog', { name: 'Add Workflow' });
  await hand.write(dialog.getByLabel('Workflow Name'), 'Orders');
  await hand.press(dialog.getByRole('button', { name: 'Add Workflow' }));
  await page.waitForURL('**/workflows/*/edit');
  await page.locator('[data-card="start"]').waitFor();
  return /workflows\/([^/]+)\/edit/.exec(page.url())?.[1] ?? '';
}

async function buildOrders(page: Page, hand: Hand, tellUrl: string): Promise<void> {
  const panel = page.locator('[data-step-panel]');
  const field = (name: string) => panel.getByRole('textbox', { name, exact: true });
  const select = (label: string, within: Locator = panel) =>
    within.getByRole('button', { name: new RegExp(`(^| )${label}$`) }).and(page.locator('[aria-haspopup="listbox"]'));
  const checkbox = (label: string) => ({
    box: panel.getByRole('checkbox', { name: label, exact: true }),
    label: panel.getByText(label, { exact: true }),
  });
  const open = async (stepId: string) => {
    await hand.openStep(stepId);
    await panel.waitFor();
  };
  const add = async (place: Parameters<Hand['openNewStep']>[0], type: string, name: string) => {
    await hand.openNewStep(place);
    await hand.press(page.getByRole('dialog', { name: 'New Step' }).getByRole('button', { name: type, exact: true }));
    await panel.waitFor();
    await hand.write(field('Name'), name);
  };

  await open('start');
  await hand.choose(select('Type'), 'Webhook');
  await hand.closeForm();

  await add({ after: 'start' }, 'Loop', 'each');
  await hand.write(field('Collection'), '$Steps["start"].Payload.lines');
  await hand.closeForm();

  await add({ startOf: 'each' }, 'JavaScript', 'price');
  await hand.write(panel.locator('.monaco-editor').first(), 'return Steps["each"].CurrentItem.quantity * 2');
  await hand.closeForm();

  await add({ after: 'each' }, 'Branch', 'route');
  await hand.closeForm();
  await open('route');
  await hand.press(panel.getByRole('button', { name: /^Yes / }));
  await hand.press(panel.getByRole('button', { name: 'Add Condition' }));
  await hand.write(field('Left'), '$Steps["start"].Payload.total');
  await hand.choose(select('Operator', panel.getByRole('group', { name: 'Condition 1' })), 'Greater Than');
  await hand.write(field('Right'), '100');
  await hand.closeForm();

  await add({ startOf: 'route', group: 'Yes' }, 'Http Request', 'tell');
  await hand.choose(select('Method'), 'POST');
  await hand.write(field('URL'), tellUrl);
  await hand.write(field('Body'), '{"id": "${Steps["start"].Payload.id}", "at": "${utcNow()}"}');
  await hand.check(checkbox('Use Retry'));
  await hand.closeForm();

  await add({ after: 'route' }, 'Delay Step', 'wait');
  await hand.write(field('Delay'), '1');
  await hand.choose(select('Unit'), 'Seconds');
  await hand.closeForm();

  await add({ after: 'wait' }, 'Data Storage', 'keep');
  await hand.choose(select('Scope'), 'Workflow');
  await hand.check(checkbox('Expire data'));
  await hand.write(field('Data expires in N hours'), '24');
  await hand.write(field('Key'), 'lastOrder');
  await hand.write(field('Value'), '$Steps["start"].Payload.id');
  await hand.closeForm();

  await add({ after: 'keep' }, 'End Step', 'end');
  await hand.choose(select('Scope'), 'Workflow');
  await hand.closeForm();
}
