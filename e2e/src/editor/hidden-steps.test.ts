import { afterEach, expect, test } from 'vitest';
import { openImpersonated } from '../api/impersonation.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { type EditorOfNewPerson, openEditor, openEditorOfNewPerson, stepCard } from './new-person-editor.ts';

const steps = [
  { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'concealed' },
  { stepId: 'concealed', type: 'CustomScript', script: 'return "concealed value"', nextStepId: 'shown', isHiddenFromCustomer: true },
  { stepId: 'shown', type: 'CustomScript', script: 'return Steps["concealed"].Response.length' },
];

let editor: EditorOfNewPerson;
afterEach(() => editor.close());

test('a workflow with a hidden step works for its owner, who sees no trace of the step (EDIT-78)', async () => {
  editor = await openEditorOfNewPerson(sharedBaseUrl(), steps);
  const { page, api, workflowId } = editor;
  const answers: string[] = [];
  page.on('response', async (response) => {
    if (response.url().includes('/api/')) answers.push(await response.text().catch(() => ''));
  });
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => answers.push(String(payload))));

  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('tab', { name: 'Last Run', selected: true }).waitFor();
  await stepCard(page, 'shown')
    .getByText(/Succeeded|\d ms/)
    .first()
    .waitFor();
  expect(await stepCard(page, 'concealed').count()).toBe(0);

  await page.getByRole('tab', { name: 'Version History' }).click();
  await page.getByText('This is the first version.').or(page.getByRole('table')).first().waitFor();
  await page.getByText('In Designer').click();
  await stepCard(page, 'shown').waitFor();
  expect(await stepCard(page, 'concealed').count()).toBe(0);

  const newestRun = async () =>
    (await api('GET /api/workflows/instances', { query: { WorkflowId: workflowId } })).workflowInstances[0]?.id ?? '';
  await expect.poll(newestRun).not.toBe('');
  await page.goto(`/run-history/${await newestRun()}/view`);
  await page.getByText('Steps (2)').waitFor();
  await page.getByText('shown').first().waitFor();
  // Once a step is open, the page may show the visible step's own script, which names the hidden step.
  const texts = await page.getByText('concealed').allTextContents();
  expect(texts.filter((text) => !text.includes('Steps["concealed"].Response.length'))).toEqual([]);

  await page.goto('/workflows');
  await page
    .getByRole('row', { name: /Orders/ })
    .getByRole('button', { name: 'Edit: more' })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Copy' }).click();
  await page.getByText('Workflow copied to').first().waitFor();
  // The visible step's own script stays visible to its owner.
  const seen = answers.map((text) => text.replaceAll('return Steps[\\"concealed\\"].Response.length', ''));
  expect(seen.filter((text) => text.includes('concealed'))).toEqual([]);

  const { workflows } = await api('GET /api/workflows', { query: { name: 'Copy Of Orders' } });
  const tab = await openImpersonated(sharedBaseUrl(), page, editor.email);
  await openEditor(tab, workflows[0]?.id ?? '');
  await stepCard(tab, 'concealed').waitFor();
  editor = { ...editor, page: tab };
});
