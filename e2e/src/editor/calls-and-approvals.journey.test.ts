import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { mailsTo } from '../api/outbox.ts';
import { listSteps, readStep, waitForRun } from '../api/runs.ts';
import { signUp } from '../api/session.ts';
import { problemsInBothThemes } from '../browser/accessibility.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { looksRight } from '../browser/looks-right.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { restingBox } from './canvas.ts';
import { type InputWay, keyboardOn, mouseOn } from './input-ways.ts';
import { type EditorOfNewPerson, openEditor, openEditorOfNewPerson, stepCard } from './new-person-editor.ts';

const PHONE = { width: 390, height: 844 };
const FORM = ['[data-step-panel]'];
const QUESTION = 'Pay 42 for A-7?';

/** Returns the decision of the step `ask`. */
const askingSteps = [
  { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'end' },
  { stepId: 'end', type: 'EndStep', endStepScope: 'Workflow', response: { status: '200', body: '$Steps["ask"].Response.decision' } },
];
const callingSteps = [
  { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'work' },
  { stepId: 'work', type: 'CustomScript', script: 'return { total: 42, order: "A-7" }' },
];

describe('a workflow that calls another one, which waits for approval', () => {
  let editor: EditorOfNewPerson | null = null;
  let phone: OpenBrowser | null = null;
  afterEach(async () => {
    await phone?.close();
    phone = null;
    expect(editor?.problems ?? []).toEqual([]);
    await editor?.close();
    editor = null;
  });

  test.each([
    ['the mouse', mouseOn],
    ['the keyboard', keyboardOn],
  ])('is built and run with %s alone, decided on a phone from the e-mail, and shows who decided', async (_name, inputOf) => {
    const baseUrl = sharedBaseUrl();
    editor = await openEditorOfNewPerson(baseUrl, askingSteps);
    const { page, api } = editor;
    const input = inputOf(page);
    const isFirst = inputOf === mouseOn;
    const address = `ann-${crypto.randomUUID()}@example.com`;
    await addApproval(page, input, { address, looksToo: isFirst });
    await activate(page, input);

    // The canvas reads a list of 50 workflows, but the name of a workflow beyond it is still on the card.
    if (!isFirst) for (let at = 0; at < 50; at++) await api('POST /api/workflows', { body: { name: `Newer ${at}` } });
    const { workflow } = await api('POST /api/workflows', { body: { name: 'Month end', steps: callingSteps as never } });
    await openEditor(page, workflow.id);
    await addCall(page, input, isFirst);
    await stepCard(page, 'pay').getByText('Calls “Orders”').waitFor();
    await page.getByText('Workflow is valid and can be started').waitFor();
    await input.press(page.getByRole('button', { name: 'Run', exact: true }));
    await input.press(page.getByRole('link', { name: 'Open run' }));
    await page.waitForURL('**/run-history/*/view');

    await page.getByText('The run is waiting for another run').waitFor();
    const called = page.getByRole('list', { name: 'Called runs' });
    await called.getByText(`Waits for a decision: ${QUESTION}`).waitFor();
    if (isFirst) await looksRight(page, 'calling-run');
    await input.press(called.getByRole('link', { name: 'Orders' }));
    await page.getByText('The run is waiting for a decision').waitFor();
    if (isFirst) await looksRight(page, 'asking-run');

    phone = await launchBrowser(baseUrl, PHONE);
    const link = await linkInMail(baseUrl, address);
    await decideByLink(phone.page, inputOf(phone.page), link, { address, looksToo: isFirst });

    // The run has continued; its page shows that by itself, and links to the run that called it.
    const answer = page.getByRole('tree', { name: 'Response' });
    await page.getByText('The run is waiting for a decision').waitFor({ state: 'detached' });
    await input.press(page.getByRole('list', { name: 'Steps of the run', exact: true }).getByRole('button', { name: /ask/ }));
    for (const text of ['"Approved"', address, 'Paid today']) await answer.getByText(text).waitFor();
    await input.press(page.getByRole('link', { name: 'The run that called it' }));
    await called.getByText('Succeeded').waitFor();
    await page.getByText('The run is waiting for another run').waitFor({ state: 'detached' });
    const callerId = /run-history\/([^/]+)\/view/.exec(page.url())?.[1] ?? '';
    expect((await readStep(api, callerId, 'pay')).stepData).toMatchObject({
      request: { total: 42, order: 'A-7' },
      response: { responseHttpStatusCode: 200, body: 'Approved' },
    });
  });

  test('is decided through a link that its owner made for a person, and asks the owner until then', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'ask' },
      { stepId: 'ask', type: 'WaitForApproval', subject: `Order more? ${'It is a long question. '.repeat(8)}` },
    ]);
    const { page, api, workflowId, email } = editor;
    const { workflowInstanceId } = await api('POST /api/workflows/{id}/test-run', { params: { id: workflowId }, body: {} });
    await page.goto('/run-history/approvals');
    const toAnswer = page.getByRole('button', { name: /^Answer Order more/ });
    // Next to the question, however long that is.
    const [button, question] = [await restingBox(toAnswer), await restingBox(page.locator('strong', { hasText: 'Order more?' }))];
    expect(button.x).toBeGreaterThan(question.x + question.width);
    await toAnswer.click();
    const dialog = page.getByRole('dialog', { name: /^Order more/ });
    await dialog.getByRole('textbox', { name: 'Send the request to' }).fill('Ann');
    await dialog.getByRole('button', { name: 'Create a link' }).click();
    const { pathname, hash } = new URL((await dialog.getByRole('group', { name: 'Link for Ann' }).textContent()) ?? '');
    await looksRight(page, 'approval-dialog');
    phone = await launchBrowser(sharedBaseUrl(), PHONE);
    await phone.page.goto(pathname + hash);
    await phone.page.getByRole('button', { name: 'Reject' }).click();
    // The owner's open dialog is updated.
    await dialog.getByText(`Ann (link from ${email}) answered “Reject”`).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('Nothing is waiting for you').waitFor();
    expect((await waitForRun(api, workflowInstanceId)).status).toBe('Succeeded');
  });

  test('several are approved at once with one comment: those decided before are named, and those that fail stay selected', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'ask' },
      { stepId: 'ask', type: 'WaitForApproval', subject: 'Pay ${Steps["start"].Payload.total}?' },
    ]);
    const { page, api, workflowId, problems } = editor;
    for (const total of [1, 2, 3])
      await api('POST /api/workflows/{id}/test-run', { params: { id: workflowId }, body: { payload: { total } } });
    await expect.poll(async () => (await api('GET /api/approvals', {})).totalCount).toBe(3);
    const { approvals } = await api('GET /api/approvals', {});
    const [first, second, third] = ['Pay 1?', 'Pay 2?', 'Pay 3?'].map((wanted) => approvals.find(({ subject }) => subject === wanted));
    if (!first || !second || !third) throw new Error('Three requests wait');
    await page.goto('/run-history/approvals');
    await page.getByRole('checkbox', { name: 'Select all on this page' }).press('Space');
    await page.getByRole('button', { name: 'Approve', exact: true, disabled: false }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Approve 3 requests?' });
    await dialog.getByRole('textbox', { name: 'Comment' }).fill('For all of them');
    const { runId, approvalId } = first;
    await api('POST /api/approvals/{runId}/{approvalId}/answer', { params: { runId, approvalId }, body: { decision: 'Rejected' } });
    await page.route(`**/api/approvals/${second.runId}/**`, (route) => route.fulfill({ status: 500, json: {} }));
    await looksRight(page, 'bulk-approval');
    await dialog.getByRole('button', { name: 'Approve 3 requests', disabled: false }).press('Enter');
    await page.getByText('Already decided before, so unchanged: “Pay 1?”').waitFor();
    await page.getByText('1 request approved.').waitFor();
    await page.getByText('1 request couldn’t be approved').waitFor();
    await page.getByText('1 selected').waitFor();
    expect(await page.getByRole('checkbox', { name: 'Select Pay 2?' }).isChecked()).toBe(true);
    const readDecision = async (asked: { runId: string; approvalId: string }) => {
      const params = { runId: asked.runId, approvalId: asked.approvalId };
      return (await api('GET /api/approvals/{runId}/{approvalId}', { params })).approval.decided;
    };
    expect(await readDecision(first)).toMatchObject({ decision: 'Rejected' });
    expect(await readDecision(second)).toBeNull();
    expect(await readDecision(third)).toMatchObject({ decision: 'Approved', comment: 'For all of them' });
    expect(problems.splice(0)).toEqual([expect.stringContaining('500')]);
  });

  test('continues by itself when the time for a decision is over', async () => {
    const { api } = await signUp(sharedBaseUrl());
    const script = (stepId: string) => ({ stepId, type: 'CustomScript', script: 'return 1', nextStepId: null });
    const decisionIs = (name: string, nextStepId: string) => ({
      name,
      nextStepId,
      conditions: [{ leftExpression: '$Steps["ask"].Response.decision', operator: 'Equals', rightExpression: name }],
    });
    const steps = [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'ask' },
      { stepId: 'ask', type: 'WaitForApproval', subject: 'Pay?', expiresAfterValue: 1, expiresAfterType: 'Seconds', nextStepId: 'route' },
      { stepId: 'route', type: 'Branch', conditionGroups: [decisionIs('Approved', 'pay'), decisionIs('Expired', 'remind')] },
      script('pay'),
      script('remind'),
    ];
    const { workflow } = await api('POST /api/workflows', { body: { name: 'Reminders', steps: steps as never } });
    const { workflowInstanceId } = await api('POST /api/workflows/{id}/test-run', { params: { id: workflow.id }, body: {} });
    expect((await waitForRun(api, workflowInstanceId)).status).toBe('Succeeded');
    expect((await listSteps(api, workflowInstanceId)).map(({ name }) => name)).toEqual(['start', 'ask', 'route', 'remind']);
  });
});

async function addApproval(page: Page, input: InputWay, { address, looksToo }: ApprovalSettings): Promise<void> {
  const { field, add } = stepForm(page, input);
  await add('start', 'Wait for Approval', 'ask');
  await input.write(field('Question'), 'Pay ${Steps["start"].Payload.total} for ${Steps["start"].Payload.order}?');
  await input.write(field('E-mail addresses'), address);
  await input.write(field('Button for yes'), 'Pay');
  if (looksToo) expect(await problemsInBothThemes(page, FORM)).toEqual([]);
  await input.closeForm();
}

async function addCall(page: Page, input: InputWay, looksToo: boolean): Promise<void> {
  const { panel, add } = stepForm(page, input);
  await add('work', 'Call Workflow', 'pay');
  const workflow = panel.getByRole('combobox', { name: 'Workflow' });
  await input.pick(workflow, 'Orders');
  await expect.poll(() => workflow.inputValue()).toBe('Orders');
  for (const [at, name] of ['total', 'order'].entries()) {
    await input.press(panel.getByRole('button', { name: 'Add field' }));
    const row = panel.getByRole('group', { name: `Field ${at + 1}` });
    await input.write(row.getByRole('textbox', { name: 'Field', exact: true }), name);
    await input.write(row.getByRole('textbox', { name: 'Value', exact: true }), `$Steps["work"].Response.${name}`);
  }
  if (looksToo) expect(await problemsInBothThemes(page, FORM)).toEqual([]);
  await input.closeForm();
}

function stepForm(page: Page, input: InputWay) {
  const panel = page.locator('[data-step-panel]');
  const field = (name: string): Locator => panel.getByRole('textbox', { name, exact: true });
  const add = async (after: string, type: string, name: string) => {
    await input.openNewStep({ after });
    await input.press(page.getByRole('dialog', { name: 'New Step' }).getByRole('button', { name: type, exact: true }));
    await panel.waitFor();
    await input.write(field('Name'), name);
  };
  return { panel, field, add };
}

async function activate(page: Page, input: InputWay): Promise<void> {
  await page.getByText('Workflow is valid and can be started').waitFor();
  await input.check({ box: page.getByRole('switch', { name: 'Active' }), label: page.locator('label', { hasText: 'Active' }) });
  await page.getByRole('switch', { name: 'Active', checked: true }).waitFor();
}

/** @returns the link without its origin */
async function linkInMail(baseUrl: string, address: string): Promise<string> {
  await expect.poll(() => mailsTo(baseUrl, address)).toHaveLength(1);
  const [mail] = await mailsTo(baseUrl, address);
  expect(mail?.subject).toBe(QUESTION);
  const { pathname, hash } = new URL(/https?:\/\/\S+\/approval#\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  return pathname + hash;
}

interface ApprovalSettings {
  address: string;
  looksToo: boolean;
}

/** Two pages are open; the first decision counts, and the second page says so. */
async function decideByLink(page: Page, input: InputWay, link: string, { address, looksToo }: ApprovalSettings): Promise<void> {
  const late = await page.context().newPage();
  await late.goto(link);
  await late.getByRole('heading', { name: QUESTION }).waitFor();

  await page.goto(link);
  await page.getByText(`as ${address}.`).waitFor();
  if (looksToo) await looksRight(page, 'approval-page');
  await input.write(page.getByLabel('Comment'), 'Paid today');
  await input.press(page.getByRole('button', { name: 'Pay', exact: true }));
  await page.getByText('This is decided').waitFor();
  if (looksToo) await looksRight(page, 'approval-decided');

  await late.getByRole('button', { name: 'Reject', exact: true }).click();
  await late.getByText('This was decided before you responded').waitFor();
  await late.getByRole('button', { name: 'Reject', exact: true }).waitFor({ state: 'detached' });
  if (looksToo) await looksRight(late, 'approval-late');
  await late.goto('/approval#made-up');
  await late.getByText('There’s no request for approval at this link.').waitFor();
  if (looksToo) await looksRight(late, 'approval-unknown');
}
