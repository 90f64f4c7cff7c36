import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { problemsInBothThemes } from '../browser/accessibility.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { type EditorOfNewPerson, openEditorOfNewPerson, stepCard } from './new-person-editor.ts';

const ORDERS = `return Array.from({ length: 10000 }, (_, at) => ({
  id: 'A-' + at, total: at * 2, isPaid: at % 2 === 0, at: '2026-11-30T10:00:00Z', page: '<p onclick="top.x = 1">Hello</p><script>top.x = 1</script>',
}))`;

const steps = [
  { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'list' },
  { stepId: 'list', type: 'CustomScript', script: ORDERS, nextStepId: 'send' },
  { stepId: 'send', type: 'HttpRequest', httpMethod: 'POST', url: 'https://example.com/orders' },
];
const PANEL = ['[data-step-panel]'];

describe('a step between its data', () => {
  let editor: EditorOfNewPerson;
  afterEach(() => editor.close());

  const panel = () => editor.page.locator('[data-step-panel]');
  const tab = (name: string) => panel().getByRole('tab', { name, exact: true });
  const result = () => panel().getByRole('status', { name: 'Result of the test: Succeeded' });
  const openSideBySide = async (page: Page) => {
    await page.setViewportSize({ width: 1500, height: 900 });
    await panel().getByRole('button', { name: 'Show the data beside the form' }).click();
    await panel().getByRole('separator', { name: 'Width of In', exact: true }).waitFor();
  };
  const look = (name: string, word: string) =>
    panel()
      .getByRole('group', { name: `Show ${name} as` })
      .getByRole('button', { name: word });
  const item = (name: string | RegExp, within: Locator = panel()) => within.getByRole('treeitem', { name });

  test('one click from a change to its result, which is read as a tree, a table or JSON', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), steps);
    const { page } = editor;
    await stepCard(page, 'list').click();
    await panel().getByRole('button', { name: 'Test step' }).click();
    await result().waitFor();
    await item(/^Response /).waitFor();
    expect(await problemsInBothThemes(page, PANEL)).toEqual([]);

    // The result is there for the next step, without a run.
    await panel()
      .getByRole('button', { name: /^Next step/ })
      .click();
    await tab('In').click();
    await panel().getByText('From the last test').waitFor();
    await item(/^Response /).waitFor();
    await panel()
      .getByRole('button', { name: /^Previous step/ })
      .click();
    await tab('Out').click();

    await look('Output of list', 'Table').click();
    const grid = panel().getByRole('grid', { name: 'Output of list as a table' });
    expect(await grid.getAttribute('aria-rowcount')).toBe('10001');
    expect(await grid.getByRole('columnheader').allTextContents()).toEqual(['', 'id', 'total', 'isPaid', 'at', 'page']);
    await grid.focus();
    await page.keyboard.press('End');
    await grid.getByRole('gridcell', { name: 'A-9999' }).waitFor();
    expect(await grid.getByRole('row').count()).toBeLessThan(80);
    await page.keyboard.press('Enter');
    await panel().getByText('Steps["list"].Response[9999].id').waitFor();
    expect(await problemsInBothThemes(page, PANEL)).toEqual([]);

    // HTML is drawn in a frame that runs nothing.
    for (let at = 0; at < 4; at += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.frameLocator('iframe[title=page]').getByText('Hello').click();
    await expect.poll(() => page.evaluate(() => 'x' in window)).toBe(false);

    await look('Output of list', 'JSON').click();
    await panel().getByText('"id": "A-0"').waitFor();
    expect(await problemsInBothThemes(page, PANEL)).toEqual([]);
    // The choice stays for the next step and the next visit.
    await page.reload();
    await stepCard(page, 'send').click();
    await tab('In').click();
    await look('Values of list', 'JSON').and(page.locator('[aria-pressed=true]')).waitFor();
  });

  test('a test knows what was changed just before it in another step', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), [
      { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'total' },
      { stepId: 'total', type: 'CustomScript', script: 'return Steps["start"].Payload.total * 2' },
    ]);
    const { page } = editor;
    await stepCard(page, 'start').click();
    await panel().getByRole('textbox', { name: 'Payload Sample JSON', exact: true }).fill('{"total": 21}');
    await stepCard(page, 'total').click();
    await panel().getByRole('button', { name: 'Test step' }).click();
    await result().waitFor();
    await item(/^Response 42$/).waitFor();
  });

  test('a step that sends asks once before its test', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), steps);
    const { page } = editor;
    await stepCard(page, 'send').click();
    await panel().getByRole('textbox', { name: 'URL' }).focus();
    await page.keyboard.press('Control+Enter');
    const question = page.getByRole('alertdialog', { name: 'Test “send”?' });
    await question.getByText('This sends a real POST request.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await panel().getByRole('button', { name: 'Test step' }).click();
    await question.getByRole('button', { name: 'Test step' }).click();
    await question.waitFor({ state: 'detached' });
    await panel().getByRole('alert').waitFor();
    await panel().getByRole('button', { name: 'Test step' }).click();
    await panel().getByRole('alert').waitFor();
    expect(await question.count()).toBe(0);
  });

  test('values are clicked and dragged into fields, and the panes keep their sizes', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), [
      { ...steps[0], triggerType: 'Webhook', nextStepId: 'send', payloadSampleJson: '{"id": "A-1", "total": 7}' },
      { ...steps[2], url: '' },
    ]);
    const { page } = editor;
    await stepCard(page, 'send').click();
    await openSideBySide(page);
    // Next to the panes and the menu, the canvas still shows a column of cards.
    const canvas = page.locator('[data-flowchart]');
    expect((await canvas.boundingBox())?.width).toBeGreaterThanOrEqual(300);
    expect((await panel().locator('[data-pane="form"]').boundingBox())?.width).toBe(450);
    expect(await problemsInBothThemes(page, PANEL)).toEqual([]);
    const url = panel().getByRole('textbox', { name: 'URL' });
    await url.fill('https://example.com/');
    const inside = panel().getByRole('region', { name: 'In', exact: true });
    await panel().getByText('From the step’s sample').waitFor();
    await item(/^id /, inside).click();
    await expect.poll(() => url.inputValue()).toBe(`https://example.com/\${Steps["start"].Payload.id}`);
    const body = panel().getByRole('textbox', { name: 'Body', exact: true });
    await item(/^total /, inside).dragTo(body);
    await expect.poll(() => body.inputValue()).toBe('$Steps["start"].Payload.total');

    const separator = panel().getByRole('separator', { name: 'Width of In and Form' });
    const widthOf = async (locator: Locator) => (await locator.boundingBox())?.width ?? 0;
    const before = await widthOf(inside);
    await separator.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => widthOf(inside)).toBe(before + 24);
    await page.reload();
    await stepCard(page, 'send').click();
    await expect.poll(() => widthOf(inside)).toBe(before + 24);
    // A strip of the canvas stays within reach.
    expect(await widthOf(page.locator('[data-flowchart]'))).toBeGreaterThanOrEqual(64);
  });

  test('keys go from step to step in the same pane, and Escape closes the selector before the form', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), steps);
    const { page } = editor;
    await stepCard(page, 'start').click();
    await tab('Out').click();
    await page.keyboard.press('Alt+ArrowDown');
    await panel().getByRole('heading', { name: /list/ }).waitFor();
    await tab('Out').and(page.locator('[aria-selected=true]')).waitFor();
    await page.keyboard.press('Alt+ArrowDown');
    await panel().getByRole('heading', { name: /send/ }).waitFor();
    await page.keyboard.press('Alt+ArrowUp');
    await panel().getByRole('heading', { name: /list/ }).waitFor();
    await page.keyboard.press('Alt+ArrowDown');

    await tab('Form').click();
    const url = panel().getByRole('textbox', { name: 'URL' });
    await url.fill('');
    await panel().getByRole('button', { name: 'Insert a value into URL' }).click();
    const selector = page.getByRole('dialog', { name: 'Insert into URL' });
    await selector
      .getByRole('treeitem', { name: /^Response / })
      .first()
      .click();
    await page.keyboard.press('Escape');
    await selector.waitFor({ state: 'detached' });
    expect(await url.inputValue()).toBe('$Steps["list"].Response');
    await page.keyboard.press('Escape');
    await panel().waitFor({ state: 'detached' });
  });

  test('a list is looped over, and a decision branched on, from where it is shown', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), steps);
    const { page, api, workflowId } = editor;
    await stepCard(page, 'list').click();
    await panel().getByRole('button', { name: 'Test step' }).click();
    await result().waitFor();
    await item(/^Response /).click();
    await panel().getByRole('button', { name: 'Loop over this list' }).click();
    await panel().getByRole('textbox', { name: 'Name', exact: true }).waitFor();
    await stepCard(page, 'Loop1').waitFor();
    const loop = async () => {
      const { workflow } = await api('GET /api/workflows/{id}', { params: { id: workflowId } });
      return workflow.steps.find(({ type }) => type === 'Loop');
    };
    await expect.poll(loop).toMatchObject({ listContextDataEntityName: '$Steps["list"].Response', nextStepId: 'send' });
  });

  test('the panes are tabs on a phone', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), steps);
    const { page } = editor;
    await page.setViewportSize({ width: 390, height: 800 });
    await stepCard(page, 'list').click();
    await expect.poll(() => panel().getByRole('button', { name: 'Show the data beside the form' }).count()).toBe(0);
    await panel().getByRole('button', { name: 'Test step' }).click();
    await result().waitFor();
    expect(await problemsInBothThemes(page, PANEL)).toEqual([]);
    await tab('In').click();
    await panel()
      .getByRole('combobox', { name: /Values of/ })
      .or(panel().getByRole('button', { name: /Values of/ }))
      .first()
      .waitFor();
    expect(await problemsInBothThemes(page, PANEL)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});
