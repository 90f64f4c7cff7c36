import type { WorkflowStep } from '@portage/workflow';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { waitForRun } from '../api/runs.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { type InputWay, keyboardOn, mouseOn } from './input-ways.ts';
import { type EditorOfNewPerson, openEditorOfNewPerson } from './new-person-editor.ts';

const script = `const { total, file } = Steps["start"].Payload;
return { total: total * 2, text: file ? atob(file.base64) : null };`;
const steps: WorkflowStep[] = [
  { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'work' },
  { stepId: 'work', type: 'CustomScript', script, nextStepId: null },
];

/** From the form to the response over HTTP. */
describe('a webhook that responds', () => {
  let editor: EditorOfNewPerson;
  afterEach(async () => {
    expect(editor.problems).toEqual([]);
    await editor.close();
  });

  test.each([
    ['the mouse', mouseOn],
    ['the keyboard', keyboardOn],
  ])('is set up with %s alone, and a caller gets the End Step’s response', async (_name, inputOf) => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), steps);
    const input = inputOf(editor.page);
    await setUp(editor.page, input, {
      status: '201',
      body: '{"doubled": $Steps["work"].Response.total, "read": $Steps["work"].Response.text, "name": $Steps["start"].Payload.file.fileName}',
    });
    const call = await activate(editor, input);

    const answer = await call({ method: 'POST', body: '{"total": 21}' });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toEqual({ doubled: 42, read: null, name: null });
    const form = new FormData();
    form.append('total', '4');
    form.append('file', new File(['a note'], 'note.txt', { type: 'text/plain' }));
    const ofForm = await call({ method: 'POST', body: form });
    expect([ofForm.status, await ofForm.json()]).toEqual([201, { doubled: 8, read: 'a note', name: 'note.txt' }]);
    const ofFields = await call({ method: 'PUT', body: new URLSearchParams({ total: '5' }) });
    expect([ofFields.status, await ofFields.json()]).toEqual([201, { doubled: 10, read: null, name: null }]);
    // Removed from the list of methods.
    const refused = await call({ method: 'DELETE' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, expect.stringContaining('POST')]);
  });

  test('responds 202 with the run’s id past its time limit, and the run continues', async () => {
    const [start, work] = steps as [WorkflowStep, WorkflowStep];
    const wait: WorkflowStep = { stepId: 'wait', type: 'DelayStep', delayValue: 1, delayType: 'Hours', nextStepId: null };
    editor = await openEditorOfNewPerson(sharedBaseUrl(), [start, { ...work, nextStepId: 'wait' }, wait]);
    const input = mouseOn(editor.page);
    await setUp(editor.page, input, { status: '200', body: '"late"', seconds: '1', after: 'wait' });
    const call = await activate(editor, input);

    const answer = await call({ method: 'POST', body: '{"total": 21}' });
    expect(answer.status).toBe(202);
    const { workflowInstanceId } = (await answer.json()) as { workflowInstanceId: string };
    await waitForRun(editor.api, workflowInstanceId, ({ status }) => status === 'Delayed');
    await editor.api('GET /api/workflows/instances/{id}/cancel', { params: { id: workflowInstanceId } });
  });
});

interface ResponseSettings {
  status: string;
  body: string;
  /** The caller's time limit. */
  seconds?: string;
  /** The step before the End Step. */
  after?: string;
}

async function setUp(page: Page, input: InputWay, { status, body, seconds, after = 'work' }: ResponseSettings): Promise<void> {
  const panel = page.locator('[data-step-panel]');
  const field = (name: string) => panel.getByRole('textbox', { name, exact: true });
  const check = (label: string) =>
    input.check({ box: panel.getByRole('checkbox', { name: label, exact: true }), label: panel.getByText(label, { exact: true }) });

  await input.openStep('start');
  await panel.waitFor();
  if (seconds !== undefined) {
    const select = panel.getByRole('button', { name: /(^| )Respond to the caller$/ }).and(page.locator('[aria-haspopup="listbox"]'));
    await input.choose(select, 'When the run ends');
    await input.write(field('Time limit in seconds'), seconds);
  }
  await check('DELETE');
  await input.closeForm();

  await input.openNewStep({ after });
  await input.press(page.getByRole('dialog', { name: 'New Step' }).getByRole('button', { name: 'End Step', exact: true }));
  await panel.waitFor();
  await check("Respond to the webhook's caller");
  const wait = panel.getByRole('button', { name: 'Let the caller wait' });
  if (seconds === undefined) await input.press(wait);
  await wait.waitFor({ state: 'detached' });
  await input.write(field('Status'), status);
  await input.write(field('Body'), body);
  await input.closeForm();
}

/** Activates the workflow. @returns a function that calls its address */
async function activate({ page, api, workflowId }: EditorOfNewPerson, input: InputWay): Promise<(init: RequestInit) => Promise<Response>> {
  await page.getByText('Workflow is valid and can be started').waitFor();
  await input.check({ box: page.getByRole('switch', { name: 'Active' }), label: page.locator('label', { hasText: 'Active' }) });
  await page.getByRole('switch', { name: 'Active', checked: true }).waitFor();
  await page.getByRole('navigation', { name: 'Steps to add' }).waitFor({ state: 'detached' });
  const { webhookUrl } = await api('GET /api/workflows/generate-webhook-url/{id}', { params: { id: workflowId } });
  const { pathname } = new URL(webhookUrl);
  // `fetch` names a form's type itself, with its boundary.
  return (init) => {
    const headers = typeof init.body === 'string' ? { 'content-type': 'application/json' } : {};
    return fetch(new URL(pathname, sharedBaseUrl()), { ...init, headers });
  };
}
