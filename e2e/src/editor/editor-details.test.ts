import { orderSteps } from '@portage/workflow/testing';
import type { Locator } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { accessibilityProblems } from '../browser/accessibility.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { closeForm, drag, dropAt, restingBox } from './canvas.ts';
import { type EditorOfNewPerson, openEditorOfNewPerson, scriptSteps, stepCard } from './new-person-editor.ts';

describe('details of the editor', () => {
  let editor: EditorOfNewPerson;
  afterEach(() => editor.close());

  test('Last Run survives a reload, and shows the newest run when it is reopened', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), scriptSteps('return 1'));
    const { page, api, workflowId } = editor;
    /** Starts a run, and waits until the run list has it: Last Run reads the list once. */
    const listedRun = async () => {
      const { workflowInstanceId } = await api('POST /api/workflows/{id}/test-run', { params: { id: workflowId }, body: {} });
      const newest = async () => (await api('GET /api/workflows/{id}/last-instance', { params: { id: workflowId } })).workflowInstance?.id;
      await expect.poll(newest).toBe(workflowInstanceId);
      return workflowInstanceId;
    };
    const first = await listedRun();
    await page.getByRole('tab', { name: 'Last Run' }).click();
    await page.waitForURL(`**workflowInstanceId=${first}`);
    await page.reload();
    await page.getByRole('tab', { name: 'Last Run', selected: true }).waitFor();
    await stepCard(page, 'work').getByText(/ms|s$/).first().waitFor();

    const second = await listedRun();
    await page.getByRole('tab', { name: 'Design' }).click();
    await page.getByRole('tab', { name: 'Last Run' }).click();
    await page.waitForURL(`**workflowInstanceId=${second}`);
  });

  test('has no ring around the canvas on load; A adds a step at the end at once, Ctrl+A doesn’t select the page', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), scriptSteps());
    const { page } = editor;
    const chart = page.locator('[data-flowchart]');
    await expect.poll(() => chart.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await chart.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('none');
    await page.keyboard.press('Control+a');
    await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('');
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog', { name: 'New Step' });
    await dialog.waitFor();
    await page.keyboard.type('delay');
    await page.keyboard.press('Enter');
    await page.locator('[data-step-panel]').getByText('DelayStep1').first().waitFor();
    await stepCard(page, 'DelayStep1').waitFor();
  });

  test('the canvas makes room for a form and moves back when it closes, unless the person moved it in the meantime', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), orderSteps('https://example.com/big-orders'));
    const { page } = editor;
    const card = stepCard(page, 'route');
    const atFirst = await restingBox(card);
    const openForm = async () => {
      await card.click();
      await expect.poll(async () => (await restingBox(card)).x).toBeLessThan(atFirst.x);
    };
    await openForm();
    await closeForm(page);
    await expect.poll(() => restingBox(card)).toEqual(atFirst);

    await openForm();
    const { x, y } = await restingBox(card);
    await page.mouse.move(x + 20, y + 20);
    await page.mouse.wheel(0, 60);
    await expect.poll(async () => (await restingBox(card)).y).toBeLessThan(y);
    const moved = await restingBox(card);
    await closeForm(page);
    expect(await restingBox(card)).toEqual(moved);
  });

  test('focuses a new step’s name, keeps the focus during a test, and focuses the run after Run', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), scriptSteps());
    const { page } = editor;
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.getAttribute('name'));
    await page.locator('[data-flowchart]').focus();
    await page.keyboard.press('a');
    await page.getByRole('dialog', { name: 'New Step' }).waitFor();
    await page.keyboard.type('end step');
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('stepId');
    await page.keyboard.type('finish');
    await stepCard(page, 'finish').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(focused).toMatch(/^End Step finish/);

    await stepCard(page, 'work').click();
    const panel = page.locator('[data-step-panel]');
    await panel.getByRole('button', { name: 'Test step' }).focus();
    await page.keyboard.press('Enter');
    await panel.getByRole('status', { name: 'Result of the test: Succeeded' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Test step');
    await panel.getByRole('button', { name: 'Close' }).click();

    await page.locator('[data-flowchart]').focus();
    await page.keyboard.press('Control+Enter');
    await page.getByText('Succeeded').first().waitFor();
    await expect.poll(focused).toBe('The run');
  });

  test('leaves the focus on the canvas after a step was dragged there, so that Ctrl+Z removes it', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), scriptSteps());
    const { page } = editor;
    await restingBox(stepCard(page, 'work'));
    await drag(page, page.locator('[data-palette-entry="DelayStep"]'), () => dropAt(page, 'after start'));
    await stepCard(page, 'DelayStep1').waitFor();
    await page.keyboard.press('Control+z');
    await stepCard(page, 'DelayStep1').waitFor({ state: 'detached' });
  });

  test('shows the workflow’s name once, and in the browser tab', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl());
    const { page } = editor;
    await page.getByRole('heading', { level: 1, name: 'Workflows', exact: true }).waitFor();
    await expect.poll(() => page.getByText('Orders').count()).toBe(1);
    expect(await page.title()).toBe('Workflows / Orders · Portage');
  });

  test('keeps the step and its branches next to the open form, also on a small screen', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), orderSteps('https://example.com'));
    const { page } = editor;
    await page.setViewportSize({ width: 1024, height: 768 });
    await stepCard(page, 'route').click();
    const panel = page.locator('[data-step-panel]');
    await panel.waitFor();
    /** How far an element extends under the form; the canvas glides away from it. */
    const covered = async (part: Locator) => {
      const [inner, form] = [await part.boundingBox(), await panel.boundingBox()];
      return inner && form ? inner.x + inner.width - form.x : Number.NaN;
    };
    await expect.poll(() => covered(stepCard(page, 'route'))).toBeLessThanOrEqual(0);

    await page.setViewportSize({ width: 1440, height: 900 });
    await panel.getByRole('button', { name: 'Close' }).click();
    await stepCard(page, 'route').click();
    await panel.waitFor();
    for (const name of ['Yes', 'No']) await expect.poll(() => covered(page.locator(`[data-pill="${name}"]`))).toBeLessThanOrEqual(0);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('explains what an empty right side is compared with', async () => {
    const branch = {
      stepId: 'route',
      type: 'Branch',
      conditionGroups: [
        { name: 'Yes', conditions: [{ leftExpression: '$Steps["start"].Payload.total', operator: 'Equals', rightExpression: '' }] },
        { name: 'No', conditions: [] },
      ],
    };
    editor = await openEditorOfNewPerson(sharedBaseUrl(), [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'route' },
      branch,
    ]);
    const { page } = editor;
    await page.locator('[data-pill="Yes"]').click();
    const panel = page.locator('[data-step-panel]');
    await panel.getByText('Compares with an empty value.').waitFor();
    const right = panel.getByRole('textbox', { name: 'Compare with' });
    await right.fill('3');
    await panel.getByText('Compares with an empty value.').waitFor({ state: 'detached' });
  });
});
