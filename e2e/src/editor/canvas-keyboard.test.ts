import type { WorkflowStep } from '@portage/workflow';
import { orderSteps } from '@portage/workflow/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { accessibilityProblems } from '../browser/accessibility.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { focusedName, savedFlow } from './canvas.ts';
import { type EditorOfNewPerson, openEditor, openEditorOfNewPerson } from './new-person-editor.ts';

describe('editing a flow with the keyboard', () => {
  let editor: EditorOfNewPerson;
  const open = async (steps: WorkflowStep[]) => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), steps);
    await editor.page.locator('[data-flowchart]').focus();
    await editor.page.keyboard.press('Home');
    return editor;
  };
  const openOrders = () => open(orderSteps('https://example.com/big-orders'));
  const press = async (...keys: string[]) => {
    for (const key of keys) await editor.page.keyboard.press(key);
  };
  const flow = () => savedFlow(editor.page, editor.api, editor.workflowId);
  const focusIs = async (name: RegExp) => {
    await expect.poll(() => focusedName(editor.page)).toMatch(name);
  };
  afterEach(async () => {
    expect(editor.problems).toEqual([]);
    await editor.close();
  });

  test('arrows walk the flow, and every stop says what and where it is', async () => {
    await openOrders();
    await focusIs(/^Trigger start, step 1 of 8$/);
    await press('ArrowDown');
    await focusIs(/^Loop each, step 2 of 8$/);
    await press('ArrowRight');
    await focusIs(/^Add a step at the start of each$/);
    await press('ArrowDown');
    await focusIs(/^JavaScript price, step 3 of 8, in loop each$/);
    await press('ArrowLeft', 'ArrowDown', 'ArrowDown');
    await focusIs(/^Condition Yes of route: total > 100$/);
    await press('ArrowDown');
    await focusIs(/^HTTP Request tell, step 5 of 8, branch Yes$/);
    await press('ArrowRight');
    await focusIs(/^Condition No of route: otherwise$/);
    await press('ArrowDown');
    await focusIs(/^Delay Step wait, step 6 of 8$/);
    await press('End');
    await focusIs(/^End Step end, step 8 of 8$/);
  });

  test('Tab enters the flow once and leaves it again', async () => {
    const { page } = await openOrders();
    await press('ArrowDown', 'Shift+Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[data-flowchart]') === null)).toBe(true);
    await press('Tab');
    await focusIs(/^Loop each/);
  });

  test('builds the workflow of docs/workflow-format.md without a mouse', async () => {
    const { page } = await open([{ stepId: 'start', type: 'Trigger', triggerType: 'Manual' }]);
    const add = async (label: string) => {
      await press('a');
      const tile = page.getByRole('dialog', { name: 'New Step' }).getByRole('button', { name: label, exact: true });
      await tile.waitFor();
      for (let at = 0; at < 30 && !(await tile.evaluate((one) => one === document.activeElement)); at += 1) await press('Tab');
      await press('Enter');
      await page.locator('[data-step-panel]').waitFor();
      await press('Escape');
      await page.locator('[data-step-panel]').waitFor({ state: 'detached' });
    };
    await add('Loop');
    await focusIs(/^Loop Loop1/);
    await press('ArrowRight');
    await focusIs(/^Add a step at the start of Loop1/);
    await add('JavaScript');
    await focusIs(/^JavaScript CustomScript1/);
    await press('ArrowLeft');
    await add('Branch');
    await press('ArrowDown');
    await focusIs(/^Condition Yes of Branch1/);
    await add('Http Request');
    await focusIs(/^HTTP Request HttpRequest1/);
    await press('ArrowUp', 'ArrowUp');
    for (const label of ['Delay Step', 'Data Storage', 'End Step']) await add(label);
    expect(await flow()).toBe('start > Loop1[CustomScript1] > Branch1{Yes: HttpRequest1 | No: } > DelayStep1 > DataStorage1 > EndStep1');
  });

  test('M picks a step up, arrows choose its position, Enter drops it there; Escape cancels', async () => {
    const { page } = await openOrders();
    await press('End', 'ArrowUp');
    await focusIs(/^Data Storage keep/);
    await press('m');
    await page.getByText('↑ ↓ choose a position, Enter drops it there, Esc cancels').waitFor();
    await press('Escape');
    await focusIs(/^Data Storage keep/);
    await press('m', 'ArrowUp');
    await focusIs(/^Put it after route$/);
    await press('ArrowUp');
    await focusIs(/^Put it at the start of No of route$/);
    await press('Enter');
    await focusIs(/^Data Storage keep, step 6 of 8, branch No$/);
    expect(await flow()).toBe('start > each[price] > route{Yes: tell | No: keep} > wait > end');
  });

  test('copies, cuts and pastes, also into another workflow', async () => {
    const { page, api } = await openOrders();
    await press('ArrowDown', 'Control+c', 'End', 'ArrowUp', 'Control+v');
    await focusIs(/^Loop each2/);
    expect(await flow()).toBe('start > each[price] > route{Yes: tell | No: } > wait > keep > each2[price2] > end');
    await press('Home', 'ArrowDown', 'Control+x', 'End', 'ArrowUp', 'Control+v');
    expect(await flow()).toBe('start > route{Yes: tell | No: } > wait > keep > each2[price2] > each[price] > end');
    await press('Home', 'ArrowDown', 'Control+c');
    const { workflow } = await api('POST /api/workflows', {
      body: { name: 'Other', steps: [{ stepId: 'start', type: 'Trigger', triggerType: 'Manual' }] },
    });
    await openEditor(page, workflow.id);
    await page.locator('[data-flowchart]').focus();
    await press('Home', 'Control+v');
    await focusIs(/^Branch route/);
    expect(await savedFlow(page, api, workflow.id)).toBe('start > route{Yes: tell | No: }');
  });

  test('a step can’t be pasted into itself, and exists twice if pasted where it was copied', async () => {
    const { page } = await openOrders();
    await press('ArrowDown', 'ArrowDown', 'Control+c', 'ArrowDown', 'ArrowDown', 'Control+v');
    await page.getByText('A step cannot be copied into itself.').first().waitFor();
    await press('ArrowUp', 'ArrowUp', 'Control+v');
    expect(await flow()).toBe('start > each[price] > route{Yes: tell | No: } > route2{Yes: tell2 | No: } > wait > keep > end');
  });

  test('Delete asks and deletes; Ctrl+Z, Ctrl+Y and Ctrl+Shift+Z go through the versions', async () => {
    const { page } = await openOrders();
    await press('ArrowDown', 'Delete');
    await page.getByText('Are you sure to delete this step?').waitFor();
    await press('Tab', 'Enter');
    await focusIs(/^Trigger start/);
    const rest = 'start > route{Yes: tell | No: } > wait > keep > end';
    expect(await flow()).toBe(rest);
    await press('Control+z');
    expect(await flow()).toBe('start > each[price] > route{Yes: tell | No: } > wait > keep > end');
    await press('Control+y');
    expect(await flow()).toBe(rest);
    await press('Control+z', 'Control+Shift+z');
    expect(await flow()).toBe(rest);
  });

  test('Enter opens a step with the focus in its form, Escape returns to its card', async () => {
    const { page } = await openOrders();
    await press('ArrowDown', 'Enter');
    await page.locator('[data-step-panel]').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[data-step-panel]') !== null)).toBe(true);
    await press('Escape');
    await focusIs(/^Loop each/);
  });

  test('a condition of the open branch takes the focus, and closing it returns the focus to the condition in the list', async () => {
    const { page } = await openOrders();
    await page.getByRole('button', { name: /^Branch route/ }).focus();
    await press('Enter');
    const no = page.locator('[data-step-panel]').getByRole('button', { name: /^No/ });
    await no.focus();
    await press('Enter');
    await page.getByRole('heading', { name: 'route: No' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('All conditions');
    await press('Enter');
    await expect.poll(() => no.evaluate((one) => one === document.activeElement)).toBe(true);
  });

  test('F searches: the chosen step is shown and focused', async () => {
    const { page } = await openOrders();
    await press('f');
    await page.keyboard.type('small-ord');
    await page.getByText('No steps match.').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('example.com');
    await page.getByRole('option', { name: /tell/ }).waitFor();
    await press('Enter');
    await focusIs(/^HTTP Request tell/);
    await press('Control+f');
    await page.keyboard.type('a');
    await press('ArrowDown', 'Escape');
    await focusIs(/^HTTP Request tell/);
  });

  test('the menu key opens all actions of a step; ? shows all keys', async () => {
    const { page } = await openOrders();
    await press('ArrowDown', 'Shift+F10');
    await page.getByRole('menu', { name: 'Actions of each' }).waitFor();
    const item = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    while (!(await item()).startsWith('Duplicate')) await press('ArrowDown');
    await press('Enter');
    await focusIs(/^Loop each2/);
    await press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Duplicate').waitFor();
    await press('Escape');
    await focusIs(/^Loop each2/);
  });

  test('has no serious accessibility problem, in either theme, with the form, the dialog and the search open', async () => {
    const { page } = await openOrders();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityProblems(page)).toEqual([]);
      await press('f');
      await page.getByRole('search').waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await press('Escape', 'a');
      await page.getByRole('dialog', { name: 'New Step' }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  });
});
