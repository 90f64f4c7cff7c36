import type { WorkflowStep } from '@portage/workflow';
import { orderSteps } from '@portage/workflow/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { readStep, waitForRun } from '../api/runs.ts';
import { problemsInBothThemes } from '../browser/accessibility.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { drag, dropAt, savedFlow } from './canvas.ts';
import { type EditorOfNewPerson, openEditor, openEditorOfNewPerson, stepCard } from './new-person-editor.ts';

const ORDERS = 'start > each[price] > route{Yes: tell | No: } > wait > keep > end';

describe('several steps at once', () => {
  let editor: EditorOfNewPerson;
  const openOrders = async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), orderSteps('https://example.com/big-orders'));
    await editor.page.getByRole('button', { name: 'Fit to view' }).click();
    await stepCard(editor.page, 'end').waitFor();
    return editor;
  };
  const flow = () => savedFlow(editor.page, editor.api, editor.workflowId);
  const bar = (count: number) => editor.page.getByRole('toolbar', { name: `${count} chosen steps` });
  const undo = () => editor.page.getByRole('button', { name: 'Undo' }).click();
  const press = async (...keys: string[]) => {
    for (const key of keys) await editor.page.keyboard.press(key);
  };
  afterEach(async () => {
    expect(editor.problems).toEqual([]);
    await editor.close();
  });

  test('are chosen by Shift+click, dragged together, and restored with one Undo; non-consecutive ones are refused with a message', async () => {
    const { page } = await openOrders();
    const shiftClick = (stepId: string) => stepCard(page, stepId).click({ modifiers: ['Shift'] });
    await shiftClick('wait');
    await shiftClick('keep');
    await bar(2).waitFor();
    expect(await problemsInBothThemes(page, ['[data-flowchart]'])).toEqual([]);
    await drag(page, stepCard(page, 'keep'), () => dropAt(page, 'after start'));
    expect(await flow()).toBe('start > wait > keep > each[price] > route{Yes: tell | No: } > end');
    await undo();
    expect(await flow()).toBe(ORDERS);

    await page.keyboard.press('Escape');
    await bar(2).waitFor({ state: 'detached' });
    await shiftClick('price');
    await shiftClick('wait');
    await page.getByRole('button', { name: /^Duplicate/ }).click();
    await page.getByText('These steps aren’t consecutive.').first().waitFor();
    await stepCard(page, 'wait').click({ button: 'right' });
    await page.getByRole('menu', { name: 'Actions of 2 steps' }).getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('Are you sure to delete these 2 steps?').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => stepCard(page, 'price').count()).toBe(0);
    expect(await flow()).toBe('start > each[] > route{Yes: tell | No: } > keep > end');
    await undo();
    expect(await flow()).toBe(ORDERS);
  });

  test('become a called workflow with input and response, and runs give the same; one Undo brings them back', async () => {
    const script = (stepId: string, code: string, nextStepId: string | null): WorkflowStep => {
      return { stepId, type: 'CustomScript', script: code, nextStepId };
    };
    editor = await openEditorOfNewPerson(sharedBaseUrl(), [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', payloadSampleJson: '{"n": 4}', nextStepId: 'double' },
      script('double', 'return Steps["start"].Payload.n * 2', 'add'),
      script('add', 'return { sum: Steps["double"].Response + Steps["start"].Payload.n }', 'tell'),
      script('tell', 'return [Steps["add"].Response.sum, Steps["double"].Response]', null),
    ]);
    const { page, api, workflowId } = editor;
    const before = 'start > double > add > tell';
    const told = async () => {
      const { workflowInstanceId } = await api('POST /api/workflows/{id}/test-run', {
        params: { id: workflowId },
        body: { payload: { n: 4 } },
      });
      expect(await waitForRun(api, workflowInstanceId)).toMatchObject({ status: 'Succeeded' });
      return (await readStep(api, workflowInstanceId, 'tell')).stepData?.response?.body;
    };
    expect(await told()).toEqual([12, 8]);

    await stepCard(page, 'start').click({ modifiers: ['Shift'] });
    await stepCard(page, 'double').click({ modifiers: ['Shift'] });
    await bar(2).getByRole('button', { name: 'Extract to called workflow…' }).click();
    await page.getByText('The trigger can’t be extracted.').first().waitFor();
    await press('Escape');
    await stepCard(page, 'double').click({ modifiers: ['Shift'] });
    await stepCard(page, 'add').click({ modifiers: ['Shift'] });
    await bar(2).getByRole('button', { name: 'Extract to called workflow…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Extract to called workflow' });
    await dialog.getByText('Input: startPayload').waitFor();
    expect(await problemsInBothThemes(page, ['[role=dialog]'])).toEqual([]);
    await dialog.getByRole('textbox', { name: 'Workflow Name' }).fill('Sums');
    await press('Enter');
    await stepCard(page, 'Sums').waitFor();
    expect(await flow()).toBe('start > Sums > tell');
    expect(await told()).toEqual([12, 8]);
    await undo();
    expect(await flow()).toBe(before);
    expect(await told()).toEqual([12, 8]);
  });

  test('are chosen by a box drawn with Shift, while a drag without it still moves the canvas', async () => {
    const { page } = await openOrders();
    const boxOf = async (stepId: string) => {
      const box = await stepCard(page, stepId).boundingBox();
      if (!box) throw new Error(`${stepId} is not in sight`);
      return box;
    };
    const [wait, end] = [await boxOf('wait'), await boxOf('end')];
    const from = { x: wait.x - 30, y: wait.y + 2 };
    await page.keyboard.down('Shift');
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(wait.x + 40, end.y + 4, { steps: 5 });
    await page.mouse.up();
    await page.keyboard.up('Shift');
    await bar(3).waitFor();
    expect((await boxOf('wait')).x).toBe(wait.x);
    // A click on the empty canvas deselects them.
    await page.mouse.click(from.x, from.y);
    await bar(3).waitFor({ state: 'detached' });
  });

  test('are chosen, copied into another workflow, duplicated, moved and deleted by keyboard alone', async () => {
    const { page, api } = await openOrders();
    await page.locator('[data-flowchart]').focus();
    // From the branch past its inner step, which is included.
    await press('Home', 'ArrowDown', 'ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown');
    await bar(3).waitFor();
    await press('Control+d');
    expect(await flow()).toBe('start > each[price] > route{Yes: tell | No: } > wait > route2{Yes: tell2 | No: } > wait2 > keep > end');
    await press('Control+z');
    expect(await flow()).toBe(ORDERS);
    await page.locator('[data-flowchart]').focus();
    await press('Home', 'ArrowDown', 'ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Control+c', 'm', 'ArrowUp', 'ArrowUp', 'Enter');
    await expect.poll(flow).not.toBe(ORDERS);
    await press('Control+z');
    expect(await flow()).toBe(ORDERS);

    const { workflow } = await api('POST /api/workflows', {
      body: { name: 'Other', steps: [{ stepId: 'hook', type: 'Trigger', triggerType: 'Webhook' }] },
    });
    await page.goto(`/workflows/${workflow.id}/edit`);
    await stepCard(page, 'hook').waitFor();
    await page.locator('[data-flowchart]').focus();
    await press('Home', 'Control+v');
    expect(await savedFlow(page, api, workflow.id)).toBe('hook > route{Yes: tell | No: } > wait');
    const saved = await api('GET /api/workflows/{id}', { params: { id: workflow.id } });
    expect(JSON.stringify(saved.workflow.steps)).not.toMatch(/Steps\[\\+"start/);

    await openEditor(page, editor.workflowId);
    await page.locator('[data-flowchart]').focus();
    await press('Control+a', 'Delete');
    await page.getByText('Are you sure to delete these 5 steps?').waitFor();
    await press('Tab', 'Enter');
    await expect.poll(() => stepCard(page, 'each').count()).toBe(0);
    expect(await flow()).toBe('start');
    await press('Control+z');
    expect(await flow()).toBe(ORDERS);
  });
});
