import type { WorkflowStep } from '@portage/workflow';
import { orderSteps } from '@portage/workflow/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { closeForm, drag, dropAt, plusAt, savedFlow } from './canvas.ts';
import { type EditorOfNewPerson, openEditor, openEditorOfNewPerson, stepCard } from './new-person-editor.ts';

const ORDERS = 'start > each[price] > route{Yes: tell | No: } > wait > keep > end';
const startOnly: WorkflowStep[] = [{ stepId: 'start', type: 'Trigger', triggerType: 'Manual' }];

describe('editing a flow with the mouse', () => {
  let editor: EditorOfNewPerson;
  const open = async (steps: WorkflowStep[]) => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), steps);
    await fit();
    return editor;
  };
  /** Waits until the canvas has painted the last input. */
  const isPainted = () => editor.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const fit = async () => {
    await editor.page.getByRole('button', { name: 'Fit to view' }).click();
    await isPainted();
  };
  const openOrders = () => open(orderSteps('https://example.com/big-orders'));
  const flow = () => savedFlow(editor.page, editor.api, editor.workflowId);
  afterEach(async () => {
    expect(editor.problems).toEqual([]);
    await editor.close();
  });

  test('builds the workflow of docs/workflow-format.md: from the palette by drag and by click, and by the plus on a line, in a loop and in a group', async () => {
    const { page } = await open(startOnly);
    const palette = page.getByRole('navigation', { name: 'Steps to add' });
    const entry = (name: string) => palette.getByRole('button', { name, exact: true });
    const add = async (place: string, label: string) => {
      await plusAt(page, place).click();
      await page.getByRole('dialog', { name: 'New Step' }).getByRole('button', { name: label, exact: true }).click();
      await closeForm(page);
    };

    await drag(page, entry('Loop'), () => dropAt(page, 'after start'));
    await page.locator('[data-step-panel]').getByText('Loop1').first().waitFor();
    await closeForm(page);
    await add('at the start of Loop1', 'JavaScript');
    await fit();
    await stepCard(page, 'Loop1').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Add a step after' }).click();
    await page.getByRole('dialog', { name: 'New Step' }).getByRole('button', { name: 'Branch', exact: true }).click();
    await closeForm(page);
    await fit();
    await add('at the start of Yes of Branch1', 'Http Request');
    await fit();
    await drag(page, entry('Delay Step'), () => dropAt(page, 'after Branch1'));
    await closeForm(page);
    // A click adds it after the chosen step: the last added one.
    await entry('Data Storage').click();
    await closeForm(page);
    await entry('End Step').click();
    await closeForm(page);

    expect(await flow()).toBe('start > Loop1[CustomScript1] > Branch1{Yes: HttpRequest1 | No: } > DelayStep1 > DataStorage1 > EndStep1');
  });

  test('moves a step into a group and out of a loop, and copies it while Ctrl is held', async () => {
    const { page } = await openOrders();
    await drag(page, stepCard(page, 'wait'), () => dropAt(page, 'at the start of No of route'));
    expect(await flow()).toBe('start > each[price] > route{Yes: tell | No: wait} > keep > end');
    await drag(page, stepCard(page, 'price'), () => dropAt(page, 'after start'));
    expect(await flow()).toBe('start > price > each[] > route{Yes: tell | No: wait} > keep > end');
    await drag(page, stepCard(page, 'route'), () => dropAt(page, 'at the start of each'), { keys: ['Control'] });
    expect(await flow()).toBe('start > price > each[route2{Yes: tell2 | No: wait2}] > route{Yes: tell | No: wait} > keep > end');
  });

  test('highlights only positions where a step can go (EDIT-56), and Escape drops it', async () => {
    const { page } = await openOrders();
    const places = () => page.getByRole('button', { name: /^Put it / });
    await drag(page, stepCard(page, 'route'), () => dropAt(page, 'after start'), { letGo: false });
    // Not into its own groups, not after itself, not at its own position.
    for (const place of ['at the start of Yes of route', 'after tell', 'after route', 'after each']) {
      expect(await dropAt(page, place).count(), place).toBe(0);
    }
    expect(await places().count()).toBe(5);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await places().count()).toBe(0);
    expect(await page.locator('[data-step-panel]').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
  });

  test('the trigger stays where it is (EDIT-57)', async () => {
    const { page } = await openOrders();
    await drag(page, stepCard(page, 'start'), () => stepCard(page, 'keep'));
    await stepCard(page, 'start').click({ button: 'right' });
    for (const name of ['Move to…', 'Copy to…', 'Copy', 'Cut', 'Duplicate', 'Delete']) {
      expect(await page.getByRole('menuitem', { name, exact: true }).isDisabled(), name).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
  });

  test('moves and copies through the menu of the step’s own button', async () => {
    const { page } = await openOrders();
    const choose = async (stepId: string, name: string) => {
      await stepCard(page, stepId).hover();
      await page.getByRole('button', { name: `Actions of ${stepId}`, exact: true }).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    };
    await choose('tell', 'Move to…');
    await dropAt(page, 'after wait').click();
    expect(await flow()).toBe('start > each[price] > route{Yes:  | No: } > wait > tell > keep > end');
    await choose('tell', 'Copy to…');
    await dropAt(page, 'at the start of No of route').click();
    expect(await flow()).toBe('start > each[price] > route{Yes:  | No: tell2} > wait > tell > keep > end');
    await choose('keep', 'Duplicate');
    expect(await flow()).toBe('start > each[price] > route{Yes:  | No: tell2} > wait > tell > keep > keep2 > end');
  });

  test('deletes after asking (EDIT-58), with everything inside the step', async () => {
    const { page } = await openOrders();
    await stepCard(page, 'route').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText('Are you sure to delete this step?').waitFor();
    await question.getByRole('button', { name: 'No' }).click();
    await expect.poll(() => stepCard(page, 'route').count()).toBe(1);
    await stepCard(page, 'route').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await flow()).toBe('start > each[price] > wait > keep > end');
  });

  test('goes back and forth through every version (EDIT-68, EDIT-69)', async () => {
    const { page } = await openOrders();
    const [undo, redo] = [page.getByRole('button', { name: 'Undo' }), page.getByRole('button', { name: 'Redo' })];
    for (const stepId of ['wait', 'keep']) await drag(page, stepCard(page, stepId), () => dropAt(page, 'after start'));
    expect(await flow()).toBe('start > keep > wait > each[price] > route{Yes: tell | No: } > end');
    await undo.click();
    await undo.click();
    await expect.poll(() => undo.isDisabled()).toBe(true);
    expect(await flow()).toBe(ORDERS);
    await redo.click();
    expect(await flow()).toBe('start > wait > each[price] > route{Yes: tell | No: } > keep > end');
    await drag(page, stepCard(page, 'tell'), () => dropAt(page, 'at the start of No of route'));
    await expect.poll(() => redo.isDisabled()).toBe(true);
    expect(await flow()).toBe('start > wait > each[price] > route{Yes:  | No: tell} > keep > end');
  });

  test('zooms in tenths from 30 to 100 % (EDIT-70) and reopens where it was left', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), orderSteps('https://example.com'));
    const { page, workflowId } = editor;
    const zoomIn = page.getByRole('button', { name: 'Zoom in' });
    const zoomOut = page.getByRole('button', { name: 'Zoom out' });
    await page.getByText('80%').waitFor();
    for (const shown of ['90%', '100%']) {
      await zoomIn.click();
      await page.getByText(shown, { exact: true }).waitFor();
    }
    expect(await zoomIn.isDisabled()).toBe(true);
    for (const shown of ['90%', '80%', '70%', '60%', '50%', '40%', '30%']) {
      await zoomOut.click();
      await page.getByText(shown, { exact: true }).waitFor();
    }
    expect(await zoomOut.isDisabled()).toBe(true);
    await page.mouse.move(900, 500);
    await page.mouse.wheel(0, -100);
    await isPainted();
    const before = await stepCard(page, 'start').boundingBox();
    await page.keyboard.press('Control+s');
    await page.getByText('Workflow Saved').first().waitFor();
    await openEditor(page, workflowId);
    await page.getByText('30%', { exact: true }).waitFor();
    const away = async () => Math.abs(((await stepCard(page, 'start').boundingBox())?.y ?? 0) - (before?.y ?? 0));
    await expect.poll(away).toBeLessThan(3);
  });

  test('a click opens a step, another one the next; a pill opens its conditions', async () => {
    const { page } = await openOrders();
    const panel = page.locator('[data-step-panel]');
    await stepCard(page, 'wait').click();
    await panel.getByRole('heading', { name: 'wait' }).waitFor();
    await stepCard(page, 'tell').click();
    await panel.getByRole('heading', { name: 'tell' }).waitFor();
    await page.locator('[data-pill="Yes"]').click();
    await panel.getByText('Use Script').waitFor();
  });

  test('an active workflow can be viewed but not changed (EDIT-46)', async () => {
    const { page } = await openOrders();
    await page.locator('label', { hasText: 'Active' }).click();
    await page.getByRole('navigation', { name: 'Steps to add' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: /^Add a step / }).count()).toBe(0);
    await stepCard(page, 'wait').click({ button: 'right' });
    // The menu opens the step, and tests up to it or from it on.
    await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toHaveLength(3);
    await expect.poll(() => page.getByRole('menuitem', { name: /Delete|Move|Cut|Paste|Switch/ }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Delete');
    await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0);
  });
});
