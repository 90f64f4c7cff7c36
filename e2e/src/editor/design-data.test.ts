import { afterEach, describe, expect, test } from 'vitest';
import { problemsInBothThemes } from '../browser/accessibility.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { type EditorOfNewPerson, openEditorOfNewPerson, stepCard } from './new-person-editor.ts';

const script = (stepId: string, text: string, nextStepId: string | null = null) => ({
  stepId,
  type: 'CustomScript',
  script: text,
  nextStepId,
});
const steps = [
  { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'list' },
  script('list', 'return [10, 20, 30]', 'sum'),
  script('sum', 'return (Steps["list"]?.Response ?? [100]).reduce((all, one) => all + one, 0)', 'last'),
  script('last', 'return Steps["sum"].Response + 1'),
];

const PARTS = ['[data-step-panel]', '[data-flowchart]'];

describe('data while designing', () => {
  let editor: EditorOfNewPerson;
  afterEach(() => editor.close());

  const dataOn = (stepId: string) => stepCard(editor.page, stepId).locator('[data-card-data]');
  const panel = () => editor.page.locator('[data-step-panel]');
  const untilEnded = async (test: string) => {
    await editor.page.getByRole('group', { name: 'The run' }).getByText(test, { exact: true }).waitFor();
    await editor.page.getByRole('group', { name: 'The run' }).getByText('Succeeded').waitFor();
  };
  const toDesigner = async () => {
    await editor.page.getByRole('button', { name: 'Back to Designer' }).click();
    await stepCard(editor.page, 'start').waitFor();
  };
  /** Chooses from a card's menu by keyboard alone. */
  const chooseByKeys = async (stepId: string, entry: string) => {
    await stepCard(editor.page, stepId).locator('button').first().focus();
    await editor.page.keyboard.press('Shift+F10');
    await editor.page.getByRole('menuitem', { name: entry }).focus();
    await editor.page.keyboard.press('Enter');
  };
  const gave = async (stepId: string, value: string) => {
    await stepCard(editor.page, stepId).click();
    await editor.page.getByLabel('Response', { exact: true }).getByText(value, { exact: true }).waitFor();
  };

  test('shows the last run on cards and in forms, tests a part with a pinned output, and continues from a step', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), steps);
    const { page, api, workflowId } = editor;
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await untilEnded('Test');
    await toDesigner();
    await dataOn('list').getByText('3 items').waitFor();
    await dataOn('sum').getByText('60').waitFor();

    await stepCard(page, 'sum').click();
    await panel().getByRole('tab', { name: 'Out' }).click();
    await panel().getByRole('treeitem', { name: 'Response 60' }).waitFor();
    expect(await problemsInBothThemes(page, PARTS)).toEqual([]);
    await panel().getByRole('tab', { name: 'Form' }).click();
    // A new name keeps the data and the references to the step.
    await panel().getByRole('textbox', { name: 'Name', exact: true }).fill('total');
    await page.keyboard.press('Escape');
    await dataOn('total').getByText('60').waitFor();

    // Pinned with the mouse, tested up to a step with the keyboard.
    await stepCard(page, 'list').click({ button: 'right' });
    // Its text can be edited once the run's output has been read, not before.
    const reads = Promise.withResolvers<void>();
    await page.route('**/api/workflows/step-instances/*', async (route) => {
      await reads.promise;
      await route.continue();
    });
    await page.getByRole('menuitem', { name: 'Pin output…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pinned output of “list”' });
    const output = dialog.getByRole('textbox', { name: 'Output' });
    await dialog.getByText('Reading the step’s output').waitFor();
    expect(await output.count()).toBe(0);
    reads.resolve();
    await expect.poll(() => output.inputValue()).toContain('20');
    await output.fill('{"Response": [5]}');
    expect(await problemsInBothThemes(page, ['[role=dialog]'])).toEqual([]);
    await dialog.getByRole('button', { name: 'Pin', exact: true }).click();
    await dataOn('list').getByText('Pinned').waitFor();
    await chooseByKeys('total', 'Run up to here');
    await panel().getByRole('treeitem', { name: 'Response 5' }).waitFor();
    await dataOn('total').getByText('5').waitFor();
    expect(await dataOn('last').count()).toBe(0);
    // The run is also in Last Run.
    await page.getByRole('tab', { name: 'Last Run' }).click();
    await untilEnded('Test up to “total”');
    await gave('list', '5');
    await page.getByText('Not executed: this is the pinned output.').waitFor();
    await expect.poll(() => stepCard(page, 'last').getAttribute('data-idle')).toBe('true');

    // From a step on: everything before is as in that run, and the step's panes show its result.
    await toDesigner();
    await chooseByKeys('last', 'Run from here');
    await panel()
      .getByText(/^Run from here, took/)
      .waitFor();
    await panel().getByRole('treeitem', { name: 'Response 6' }).waitFor();
    await page.getByRole('tab', { name: 'Last Run' }).click();
    await untilEnded('Test from “last”');
    await gave('last', '6');
    const { workflow } = await api('GET /api/workflows/{id}', { params: { id: workflowId } });
    expect(JSON.stringify(workflow.steps)).not.toContain('[5]');
  });

  test('works with the data of a chosen run, and remembers it', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), [
      { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'work' },
      script('work', 'return Steps["start"].Payload.n'),
    ]);
    const { page, api, workflowId } = editor;
    const runs: string[] = [];
    for (const n of [1, 2]) {
      const { workflowInstanceId } = await api('POST /api/workflows/{id}/test-run', {
        params: { id: workflowId },
        body: { payload: { n } },
      });
      runs.push(workflowInstanceId);
      const run = () => api('GET /api/workflows/instances/{id}', { params: { id: workflowInstanceId } });
      await expect.poll(async () => (await run()).workflowInstance.status).toBe('Succeeded');
      await expect
        .poll(async () => (await api('GET /api/workflows/instances', { query: { WorkflowId: workflowId } })).workflowInstances.length)
        .toBe(runs.length);
    }
    await page.goto(`/run-history/${runs[0]}/view`);
    await page.getByRole('link', { name: 'Design with its data' }).click();
    await dataOn('work').getByText('1').waitFor();
    await page.reload();
    await dataOn('work').getByText('1').waitFor();
    await stepCard(page, 'start').click();
    await panel().getByRole('tab', { name: 'Out' }).click();
    await panel().getByRole('button', { name: 'Use as sample' }).click();
    await panel()
      .getByRole('button', { name: /Data from/ })
      .click();
    await page.getByRole('option', { name: 'Last run' }).click();
    await dataOn('work').getByText('2').waitFor();
    const sample = async () => (await api('GET /api/workflows/{id}', { params: { id: workflowId } })).workflow.steps[0];
    await expect.poll(sample).toMatchObject({ payloadSampleJson: '{\n  "n": 1\n}' });
  });

  test('switches a step off with a key, shows that everywhere, and on again with Undo', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), steps);
    const { page } = editor;
    await stepCard(page, 'list').locator('button').first().focus();
    await page.keyboard.press('d');
    await stepCard(page, 'list').getByText('Switched off').waitFor();
    await page.getByRole('button', { name: /list, .*switched off/ }).waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await untilEnded('Test');
    await stepCard(page, 'list').getByText('Switched off').waitFor();
    await gave('sum', '100');
    await toDesigner();
    await stepCard(page, 'list').click();
    await panel().getByText('Runs skip this step').waitFor();
    expect(await problemsInBothThemes(page, PARTS)).toEqual([]);
    await page.getByRole('tab', { name: 'Version History' }).click();
    await page.getByText('Step “list” switched off').waitFor();
    await page.getByRole('tab', { name: 'Design' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => stepCard(page, 'list').getAttribute('data-off')).toBeNull();
  });
});
