import { afterEach, describe, expect, test } from 'vitest';
import { postWebhook } from '../api/runs.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { describeStep, type EditorOfNewPerson, openEditorOfNewPerson, scriptSteps, stepCard } from './new-person-editor.ts';

describe('running from the editor', () => {
  let editor: EditorOfNewPerson;
  afterEach(() => editor.close());

  test('saves the draft, starts a test and shows it live on the flowchart (EDIT-76, EDIT-77)', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), scriptSteps('console.log("from the draft"); return 42'));
    const { page, api, workflowId } = editor;
    await page.getByRole('tab', { name: 'Last Run' }).click();
    await page.getByText('Not started yet...').waitFor();
    await page.getByRole('button', { name: 'Back to Designer' }).click();
    await describeStep(page, 'work', 'changed and run at once');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.waitForURL(/tab=Last\+Run&workflowInstanceId=/);
    await page.getByText('Succeeded').first().waitFor();
    await page.getByText('Test', { exact: true }).first().waitFor();
    await stepCard(page, 'work').click();
    await page.getByRole('group', { name: 'Log' }).getByText('from the draft').waitFor();
    const { workflow } = await api('GET /api/workflows/{id}', { params: { id: workflowId } });
    expect(workflow.steps[1]).toMatchObject({ description: 'changed and run at once' });
  });

  test('doesn’t draw another workflow’s run on these steps', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), scriptSteps('return 1'));
    const { page, api, workflowId } = editor;
    const { workflow } = await api('POST /api/workflows', { body: { name: 'Returns', steps: scriptSteps('return 2') } });
    const { workflowInstanceId } = await api('POST /api/workflows/{id}/test-run', { params: { id: workflow.id } });
    await page.goto(`/workflows/${workflowId}/edit?tab=Last+Run&workflowInstanceId=${workflowInstanceId}`);
    await page.getByText('This run belongs to another workflow').waitFor();
    expect(await stepCard(page, 'work').count()).toBe(0);
    await page.getByRole('link', { name: 'Open run' }).click();
    await page.waitForURL(`**/run-history/${workflowInstanceId}/view`);
  });

  test('waits for a webhook call, shows its address, and opens its run (EDIT-40, EDIT-72..74)', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), scriptSteps('return Steps["start"].Payload.n + 1', 'Webhook'));
    const { page, api, workflowId } = editor;
    const { webhookUrl } = await api('GET /api/workflows/generate-webhook-url/{id}', { params: { id: workflowId } });
    await expect(postWebhook(webhookUrl, { n: 0 })).rejects.toThrow('409');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Wating for Webhook call' });
    await dialog.getByText('Waiting for Webhook call...').waitFor();
    await dialog.getByText(webhookUrl, { exact: true }).waitFor();
    const runId = await postWebhook(webhookUrl, { n: 41 });
    await page.waitForURL(new RegExp(`workflowInstanceId=${runId}`));
    await stepCard(page, 'work').click();
    await page.getByLabel('Response', { exact: true }).getByText('42').waitFor();
    // The test window is closed again: the address accepts no more tests.
    await expect
      .poll(() =>
        postWebhook(webhookUrl, { n: 1 }).then(
          () => 'taken',
          () => 'refused',
        ),
      )
      .toBe('refused');
  });

  test('sends a sample call as the chosen type: lines of a CSV file aren’t reported as a mistake', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), scriptSteps('return Steps["start"].Payload.split("\\n").length', 'Webhook'));
    const { page } = editor;
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Wating for Webhook call' });
    await dialog.getByRole('textbox', { name: 'Body' }).fill('sku,qty\nA1,3\nB2,40');
    await dialog.getByText(/^This is not JSON/).waitFor();
    await dialog.getByRole('button', { name: 'Content type' }).click();
    await page.getByRole('option', { name: 'text/csv' }).click();
    await expect.poll(() => dialog.getByText(/^This is not JSON/).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Send a sample call' }).click();
    await page.waitForURL(/workflowInstanceId=/);
    await stepCard(page, 'work').click();
    await page.getByLabel('Response', { exact: true }).getByText('3', { exact: true }).waitFor();
  });

  test('says when the time for a test is over, and waits again', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), scriptSteps('return 1', 'Webhook'));
    const { page, api, workflowId } = editor;
    const { webhookUrl } = await api('GET /api/workflows/generate-webhook-url/{id}', { params: { id: workflowId } });
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Wating for Webhook call' });
    await dialog.getByText('Waiting for Webhook call...').waitFor();
    await api('POST /api/workflows/{id}/stop-testing', { params: { id: workflowId } });
    await dialog.getByText('No call arrived in time.').waitFor();
    await dialog.getByRole('button', { name: 'Wait again' }).click();
    await dialog.getByText('Waiting for Webhook call...').waitFor();
    const runId = await postWebhook(webhookUrl, {});
    await page.waitForURL(new RegExp(`workflowInstanceId=${runId}`));
  });

  test('stops waiting on Cancel', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), scriptSteps('return 1', 'Webhook'));
    const { page, api, workflowId } = editor;
    const { webhookUrl } = await api('GET /api/workflows/generate-webhook-url/{id}', { params: { id: workflowId } });
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Wating for Webhook call' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect
      .poll(() =>
        postWebhook(webhookUrl, {}).then(
          () => 'taken',
          () => 'refused',
        ),
      )
      .toBe('refused');
  });

  test('stops waiting when the person leaves the page', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), scriptSteps('return 1', 'Webhook'));
    const { page, api, workflowId } = editor;
    const { webhookUrl } = await api('GET /api/workflows/generate-webhook-url/{id}', { params: { id: workflowId } });
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Workflows' }).click();
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('dialog', { name: 'Wating for Webhook call' }).waitFor();
    await page.goBack();
    await page.waitForURL('**/workflows');
    await expect
      .poll(() =>
        postWebhook(webhookUrl, {}).then(
          () => 'taken',
          () => 'refused',
        ),
      )
      .toBe('refused');
  });

  test('pages through a loop’s iterations', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'list' },
      { stepId: 'list', type: 'CustomScript', script: 'return [10, 20, 30]', nextStepId: 'each' },
      { stepId: 'each', type: 'Loop', listContextDataEntityName: '$Steps["list"].Response', loopFirstStepId: 'double' },
      { stepId: 'double', type: 'CustomScript', script: 'return Steps["each"].CurrentItem * 2' },
    ]);
    const { page } = editor;
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('Succeeded').first().waitFor();
    await stepCard(page, 'double').click();
    const response = page.getByLabel('Response', { exact: true });
    await page.getByText('3 of 3', { exact: true }).waitFor();
    await response.getByText('60').waitFor();
    await page.getByRole('button', { name: 'Turn before' }).click();
    await page.getByText('2 of 3', { exact: true }).waitFor();
    await response.getByText('40').waitFor();
  });

  test('opens the failed step, and pages only through its failed iterations', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'list' },
      { stepId: 'list', type: 'CustomScript', script: 'return [1, 2, 3, 4]', nextStepId: 'each' },
      {
        stepId: 'each',
        type: 'Loop',
        listContextDataEntityName: '$Steps["list"].Response',
        loopFirstStepId: 'check',
        continueOnFailure: true,
      },
      {
        stepId: 'check',
        type: 'CustomScript',
        script: 'if (Steps["each"].CurrentItem % 2) throw new Error("odd " + Steps["each"].CurrentItem)',
        nextStepId: null,
      },
    ]);
    const { page } = editor;
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.waitForURL(/tab=Last\+Run/);
    await stepCard(page, 'check').click();
    await page.getByText('2 of 2').waitFor();
    await page.getByText(/odd 3/).first().waitFor();
    await page.getByText('Only failed (2)').click();
    await page.getByText('4 of 4').first().waitFor();
  });

  test('tests one step by itself with entered values', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), scriptSteps('return Steps["start"].Payload.n * 2'));
    const { page, api, workflowId } = editor;
    await stepCard(page, 'work').click();
    const panel = page.locator('[data-step-panel]');
    await panel.getByRole('tab', { name: 'In' }).click();
    await panel.getByRole('button', { name: 'Edit values' }).click();
    await panel.getByRole('textbox', { name: 'Values from other steps' }).fill('{"start":{"Payload":{"n":21}}}');
    await panel.getByRole('button', { name: 'Test step' }).click();
    await panel.getByRole('treeitem', { name: 'Response 42' }).waitFor();
    const { workflowInstances } = await api('GET /api/workflows/instances', { query: { WorkflowId: workflowId } });
    expect(workflowInstances).toEqual([]);
  });
});
