import { afterEach, describe, expect, test } from 'vitest';
import { accessibilityProblems } from '../browser/accessibility.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import {
  describeStep,
  type EditorOfNewPerson,
  openEditorOfNewPerson,
  savedDescription,
  scriptSteps,
  stepCard,
} from './new-person-editor.ts';

describe('the page of the editor', () => {
  let editor: EditorOfNewPerson;
  afterEach(() => editor.close());

  test('shows the workflow’s name and changes name, description and logging (EDIT-02..04)', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl());
    const { page, api, workflowId } = editor;
    await describeStep(page, 'work', 'saved along with it');
    await page.getByRole('button', { name: 'Edit name, description and logging' }).click();
    const dialog = page.getByRole('dialog', { name: 'Workflow Edit Info' });
    await dialog.getByLabel('Name').fill('');
    await dialog.getByRole('button', { name: 'Update' }).click();
    await dialog.getByText('Please input Name').waitFor();
    await dialog.getByLabel('Name').fill('n'.repeat(100));
    await dialog.getByLabel('Description').fill('What it is for');
    await dialog.getByRole('button', { name: 'Update' }).click();
    await page.getByText('Updated').first().waitFor();
    const { workflow } = await api('GET /api/workflows/{id}', { params: { id: workflowId } });
    expect(workflow).toMatchObject({ name: 'n'.repeat(100), description: 'What it is for' });
    expect(await savedDescription(api, workflowId, 'work')).toBe('saved along with it');
    // The renaming doesn't conflict with the next save.
    await describeStep(page, 'work', 'after it');
    await expect.poll(() => savedDescription(api, workflowId, 'work')).toBe('after it');
    expect(await page.getByText('saved elsewhere').count()).toBe(0);
  });

  test('opens the address’s tab, or Design if it names an unknown one (EDIT-05..12)', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl());
    const { page, workflowId } = editor;
    const selected = () => page.getByRole('tab', { selected: true }).textContent();
    for (const [query, tab] of [
      ['tab=Data%20Storage', 'Data Storage'],
      ['tab=Version+History', 'Version History'],
      ['tab=Nonsense', 'Design'],
      ['tab=Settings', 'Design'],
      ['tab=Last%20Run', 'Design'],
    ]) {
      await page.goto(`/workflows/${workflowId}/edit?${query}`);
      await page.getByRole('tab', { selected: true }).waitFor();
      expect(await selected(), query).toBe(tab);
    }
    expect(await page.getByRole('tab').allTextContents()).toEqual(['Design', 'Last Run', 'Version History', 'Data Storage']);
  });

  test('says what keeps the workflow from running, and a click opens that step with its problem (EDIT-47, EDIT-52, EDIT-53)', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), scriptSteps(''));
    const { page } = editor;
    await expect.poll(() => page.getByRole('switch', { name: 'Active' }).isDisabled()).toBe(true);
    // Even while another step is open.
    await stepCard(page, 'start').click();
    await page.getByRole('button', { name: /^work: / }).click();
    const panel = page.locator('[data-step-panel]');
    await panel.getByText('Please input Script').waitFor();
    expect(await panel.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('work');
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('is valid again after an undo, and Ctrl+S saves from anywhere', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl());
    const { page, api, workflowId } = editor;
    await page.getByText('Workflow is valid and can be started').waitFor();
    await describeStep(page, 'work', 'by keys');
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText('Workflow Saved').first().waitFor();
    expect(await savedDescription(api, workflowId, 'work')).toBe('by keys');
  });

  test('shows what runs have stored, objects in their own viewer (EDIT-32..34)', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'keep' },
      {
        stepId: 'keep',
        type: 'DataStorage',
        dataStorageOperation: 'Create',
        scope: 'Workflow',
        keyValues: [
          { key: 'order', valueExpression: '$Steps["start"].Payload' },
          { key: 'count', valueExpression: '3' },
        ],
      },
    ]);
    const { page, api, workflowId } = editor;
    const payload = { id: 'A-1', lines: Array.from({ length: 30 }, (_, at) => ({ at })) };
    await page.getByRole('tab', { name: 'Data Storage' }).click();
    await page.getByText('Nothing stored yet').waitFor();
    await api('POST /api/workflows/{id}/test-run', { params: { id: workflowId }, body: { payload } });
    await expect
      .poll(async () => (await api('GET /api/workflows/{id}/workflow-context-data', { params: { id: workflowId } })).contextData.length)
      .toBe(2);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText(`${JSON.stringify(payload).slice(0, 100)}…`, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'View Full JSON' }).click();
    const viewer = page.getByRole('dialog', { name: 'JSON Viewer' });
    await viewer.getByText('A-1').waitFor();
    expect(Math.round((await viewer.boundingBox())?.width ?? 0)).toBeGreaterThanOrEqual(796);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('is read-only if steps are hidden from the person, and says so (EDIT-59, EDIT-78)', async () => {
    const [start, work] = scriptSteps();
    editor = await openEditorOfNewPerson(sharedBaseUrl(), [start, { ...work, isHiddenFromCustomer: true }]);
    const { page } = editor;
    await page.getByText('Read-only: it has steps that are hidden from you').waitFor();
    expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);
    expect(await stepCard(page, 'work').count()).toBe(0);
  });

  test('reports a workflow that doesn’t exist', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl());
    const { page } = editor;
    await page.goto(`/workflows/${crypto.randomUUID()}/edit`);
    await page.getByText('This workflow cannot be shown').waitFor();
    await page.getByRole('button', { name: 'Go to Workflows' }).click();
    await page.waitForURL('**/workflows');
  });

  test('offers to reload a workflow that the server failed to return', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl());
    const { page, workflowId } = editor;
    await page.route(`**/api/workflows/${workflowId}`, (route) => route.fulfill({ status: 500, json: { isSuccess: false, errors: [] } }));
    await page.reload();
    await page.getByText('This workflow cannot be shown').waitFor();
    await page.unroute(`**/api/workflows/${workflowId}`);
    await page.getByRole('button', { name: 'Retry' }).click();
    await stepCard(page, 'start').waitFor();
  });
});
