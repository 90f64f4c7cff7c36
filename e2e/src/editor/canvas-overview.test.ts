import type { WorkflowStep } from '@portage/workflow';
import { orderSteps } from '@portage/workflow/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { problemsInBothThemes } from '../browser/accessibility.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { savedFlow } from './canvas.ts';
import { type EditorOfNewPerson, openEditor, openEditorOfNewPerson, stepCard } from './new-person-editor.ts';

const ORDERS = 'start > each[price] > route{Yes: tell | No: } > wait > keep > end';

describe('a flow larger than its canvas', () => {
  let editor: EditorOfNewPerson;
  const open = async (steps: WorkflowStep[]) => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), steps);
    return editor;
  };
  const openOrders = () => open(orderSteps('https://example.com/big-orders'));
  const press = async (...keys: string[]) => {
    for (const key of keys) await editor.page.keyboard.press(key);
  };
  afterEach(async () => {
    expect(editor.problems).toEqual([]);
    await editor.close();
  });

  test('folds loops and branches by mouse and keyboard, remembers them, and opens what a search finds', async () => {
    const { page, api, workflowId } = await openOrders();
    await page.getByRole('button', { name: 'Fold each' }).click();
    await stepCard(page, 'price').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Unfold each: 1 step' }).waitFor();
    expect(await problemsInBothThemes(page, ['[data-flowchart]'])).toEqual([]);
    // The workflow itself hasn't changed.
    expect(await page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
    expect(await savedFlow(page, api, workflowId)).toBe(ORDERS);

    await openEditor(page, workflowId);
    await page.getByRole('button', { name: 'Unfold each: 1 step' }).waitFor();
    await page.locator('[data-flowchart]').focus();
    await press('Home', 'Shift+C');
    await stepCard(page, 'tell').waitFor({ state: 'detached' });
    await press('f');
    await page.getByRole('combobox', { name: 'Search for a step' }).fill('tell');
    await press('Enter');
    await stepCard(page, 'tell').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/^HTTP Request tell/);
    // A step that is folded away passes the focus to its container.
    await press('ArrowUp', 'ArrowUp', 'c');
    await stepCard(page, 'tell').waitFor({ state: 'detached' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toMatch(/^Branch route.*folded: 1 step/);
  });

  test('makes room for a step’s form: no card is under it; a smaller window keeps the flow in sight', async () => {
    const { page } = await openOrders();
    await stepCard(page, 'route').click();
    const panel = page.locator('[data-step-panel]');
    await panel.waitFor();
    const boxes = async () => {
      const [canvas, form, card] = await Promise.all([
        page.locator('[data-flowchart]').boundingBox(),
        panel.boundingBox(),
        stepCard(page, 'route').boundingBox(),
      ]);
      if (!canvas || !form || !card) throw new Error('All are in sight');
      return { canvasEnd: canvas.x + canvas.width, formStart: form.x, cardStart: card.x - canvas.x, cardEnd: card.x + card.width };
    };
    await expect.poll(async () => (await boxes()).canvasEnd - (await boxes()).formStart).toBeLessThanOrEqual(1);
    await expect.poll(async () => (await boxes()).cardEnd - (await boxes()).formStart).toBeLessThanOrEqual(0);
    expect((await boxes()).cardStart).toBeGreaterThanOrEqual(0);
    // Rotating a tablet doesn't lose the flow.
    await panel.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('button', { name: 'Fit to view' }).click();
    await page.setViewportSize({ width: 390, height: 844 });
    const isInSight = (card: Element) => {
      const [{ left, right }, area] = [card.getBoundingClientRect(), card.closest('[data-flowchart]')?.getBoundingClientRect()];
      return area !== undefined && right > area.left && left < area.right;
    };
    await expect.poll(() => stepCard(page, 'start').evaluate(isInSight)).toBe(true);
  });

  test('shows the whole list of connectors on a phone', async () => {
    const { page } = await open([{ stepId: 'start', type: 'Trigger', triggerType: 'Manual' }]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Connectors' }).click();
    const [list, canvas] = [page.getByRole('dialog', { name: 'Connectors' }), page.locator('[data-flowchart]')];
    const endOf = (element: Element) => element.getBoundingClientRect().right;
    await expect.poll(async () => (await list.evaluate(endOf)) < (await canvas.evaluate(endOf))).toBe(true);
  });

  test('shows an overview of a long flow, which navigates by click and drag; a short flow has none', async () => {
    const chain = Array.from({ length: 60 }, (_, at): WorkflowStep => {
      return { stepId: `s${at}`, type: 'CustomScript', script: 'return 1', nextStepId: at < 59 ? `s${at + 1}` : null };
    });
    const { page } = await open([{ stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 's0' }, ...chain]);
    const overview = page.locator('[data-overview]');
    const box = await overview.boundingBox();
    if (!box) throw new Error('The overview is in sight');
    expect(await stepCard(page, 's59').count()).toBe(0);
    await page.mouse.click(box.x + box.width / 2, box.y + box.height - 10);
    await stepCard(page, 's59').waitFor();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height - 10);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + 10, { steps: 5 });
    await page.mouse.up();
    await stepCard(page, 'start').waitFor();
    await page.getByRole('button', { name: 'Hide the overview' }).click();
    await overview.waitFor({ state: 'detached' });
    await page.locator('[data-flowchart]').focus();
    await press('Home', 'o');
    await overview.waitFor();
    await page.setViewportSize({ width: 390, height: 800 });
    await overview.waitFor({ state: 'detached' });
  });

  test('creates notes by mouse and keyboard; they are saved, undone in one step and listed in the change log', async () => {
    const { page, api, workflowId } = await openOrders();
    const notesOf = async (stepId: string) => {
      await savedFlow(page, api, workflowId);
      const { workflow } = await api('GET /api/workflows/{id}', { params: { id: workflowId } });
      return workflow.steps.find((step) => step.stepId === stepId)?.notes ?? [];
    };
    await page.locator('[data-flowchart]').focus();
    await press('Home', 'ArrowDown', 'n');
    const writing = page.getByRole('textbox', { name: 'Text of the note' });
    await writing.waitFor();
    await page.keyboard.type('Mind the tax');
    await press('Escape');
    const note = page.getByRole('group', { name: 'Note at each: Mind the tax' });
    await expect.poll(() => note.evaluate((element) => element === document.activeElement)).toBe(true);
    await press('c', 'ArrowLeft', 'ArrowLeft', 'Alt+ArrowDown');
    const [first] = await notesOf('each');
    expect(first).toMatchObject({ text: 'Mind the tax', color: 'Blue', x: -268, height: 132 });
    expect(await problemsInBothThemes(page, ['[data-flowchart]'])).toEqual([]);

    const box = await note.boundingBox();
    if (!box) throw new Error('The note is in sight');
    await page.mouse.move(box.x + 30, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + 30, box.y + 120, { steps: 4 });
    await page.mouse.up();
    expect((await notesOf('each'))[0]?.y).toBe(100);
    await page.getByRole('button', { name: 'Undo' }).click();
    expect((await notesOf('each'))[0]).toEqual(first);

    await page.getByRole('button', { name: 'Add a note' }).click();
    await writing.fill('Ask Vera about this flow');
    await press('Escape');
    expect(await notesOf('start')).toMatchObject([{ text: 'Ask Vera about this flow' }]);
    // No card covers it.
    const written = page.getByRole('group', { name: /Ask Vera/ });
    const isOnTop = (element: Element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return [0.1, 0.5, 0.9].every((part) => element.contains(document.elementFromPoint(left + width * part, top + height / 2)));
    };
    await expect.poll(() => written.evaluate(isOnTop)).toBe(true);
    await press('Delete');
    await page.getByRole('group', { name: /Ask Vera/ }).waitFor({ state: 'detached' });
    expect(await notesOf('start')).toEqual([]);

    await page.getByRole('tab', { name: 'Version History' }).click();
    await page
      .getByText(/^start: Note/)
      .first()
      .waitFor();
  });
});
