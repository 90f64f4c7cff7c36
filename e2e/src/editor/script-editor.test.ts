import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import type { WorkflowStep } from '@portage/workflow';
import { orderSteps } from '@portage/workflow/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUp } from '../api/session.ts';
import { accessibilityProblems } from '../browser/accessibility.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { openEditor, openStep } from './open-editor.ts';

const KILOBYTE = 1024;
/** About 730 to 820 KB brotli with only JavaScript and JSON. */
const MOST_MONACO_BYTES = 820 * KILOBYTE;

function sampledSteps(): WorkflowStep[] {
  const sample = JSON.stringify({ id: 'A-1', customer: { 'ship to': { city: 'Oslo' } }, lines: [{ sku: 'ABC', quantity: 2 }] });
  return orderSteps('https://example.com/big-orders').map((step) => {
    if (step.type === 'Trigger') return { ...step, payloadSampleJson: sample };
    return step.type === 'CustomScript' ? { ...step, script: '' } : step;
  });
}

/** Monaco in a script step's form (spec STEP-66). */
describe('the script editor', () => {
  const baseUrl = sharedBaseUrl();
  let browser: OpenBrowser;
  let page: Page;
  let api: Client<Calls>;
  /** The area's files, and each one's bytes over the wire. */
  const loaded = new Map<string, number>();

  beforeAll(async () => {
    const person = await signUp(baseUrl);
    api = person.api;
    browser = await launchBrowser(baseUrl, undefined, { hasEmptyCaches: true });
    page = browser.page;
    // The page asks before unsaved changes are left.
    page.on('dialog', (dialog) => dialog.accept());
    page.on('requestfinished', async (request) => {
      if (request.url().includes('/mfe/')) loaded.set(request.url(), (await request.sizes()).responseBodySize);
    });
    await signInAs(page, person);
    await openEditor(page, api, sampledSteps());
  });
  afterAll(() => browser.close());

  const panel = () => page.locator('[data-step-panel]');
  const monaco = () => page.locator('.monaco-editor').first();
  const suggestions = () => page.locator('.suggest-widget.visible .monaco-list-row');
  const script = () => page.locator('.monaco-editor .view-lines').first();

  /** The painted text, which comes a frame after a change. Monaco keeps its lines in any order, each with its position. */
  async function text(): Promise<string> {
    return script().evaluate((lines) =>
      [...lines.querySelectorAll<HTMLElement>('.view-line')]
        .sort((left, right) => Number.parseFloat(left.style.top) - Number.parseFloat(right.style.top))
        .map((line) => line.textContent.replaceAll('\u00a0', ' '))
        .join('\n'),
    );
  }

  async function write(source: string): Promise<void> {
    await monaco().click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.keyboard.type(source);
  }

  test('loads when a script opens, not before, from the page’s own origin and within its size limit', async () => {
    await openStep(page, 'tell');
    await panel().locator('textarea[name=body]').focus();
    await page.keyboard.type(' $');
    await expect.poll(() => page.evaluate(() => document.querySelector('.monaco-editor'))).toBeNull();
    const before = new Set(loaded.keys());
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await openStep(page, 'price');
    await monaco().waitFor();
    await page.waitForLoadState('networkidle');
    const files = [...loaded].filter(([url]) => !before.has(url));
    expect(files.length).toBeGreaterThan(0);
    const bytes = files.reduce((sum, [, size]) => sum + size, 0);
    expect(bytes).toBeGreaterThan(300 * KILOBYTE);
    expect(bytes).toBeLessThan(MOST_MONACO_BYTES);
    expect(files.every(([url]) => url.startsWith(baseUrl))).toBe(true);
    expect(Math.max(...[...before].map((url) => loaded.get(url) ?? 0))).toBeLessThan(200 * KILOBYTE);
    expect(
      await page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => /ts\.worker|typescript/i.test(name)).length),
    ).toBe(0);
  });

  test('offers steps and their samples’ members, also for names in the script', async () => {
    await write('const o = Steps.');
    await suggestions().filter({ hasText: 'start' }).first().waitFor();
    await suggestions().filter({ hasText: 'start' }).first().click();
    await page.keyboard.type('.Pay');
    await suggestions().filter({ hasText: 'Payload' }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type(';\no.customer.shi');
    await suggestions().filter({ hasText: 'ship to' }).first().waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(text).toBe('const o = Steps["start"].Payload;\no.customer["ship to"]');
  });

  test('marks the first mistake with its line, and jumps to it', async () => {
    await write('const a = 1;\nreturn a +;');
    const problem = panel().getByRole('button', { name: 'Line 2, column 11: Unexpected token' });
    await problem.waitFor();
    await problem.click();
    await page.keyboard.type('2');
    await problem.waitFor({ state: 'detached' });
    await expect.poll(text).toBe('const a = 1;\nreturn a +2;');
  });

  test('inserts the value selector’s values as a script writes them; there are no formulas', async () => {
    await write('return ');
    await panel().getByRole('button', { name: 'Insert a value into Script' }).click();
    const selector = page.getByRole('dialog', { name: 'Insert into Script' });
    // An earlier try may have ended on another tab.
    await selector.getByRole('tab', { name: 'Steps' }).click();
    await selector.getByRole('treeitem', { name: /^quantity/ }).click();
    await expect.poll(text).toBe('return Steps["each"].CurrentItem.quantity');
    await selector.getByRole('tab', { name: 'Consts' }).click();
    await write('return ');
    await selector.getByRole('treeitem', { name: /^WorkflowId/ }).click();
    await expect.poll(text).toBe('return $Consts.WorkflowId');
    await selector.getByRole('tab', { name: 'Formula' }).click();
    await selector.getByText('No formulas in scripts').waitFor();
    await selector.getByRole('tab', { name: 'Steps' }).click();
    await page.keyboard.press('Escape');
  });

  test('lets the keyboard leave: Escape, then Tab; the panel stays', async () => {
    await monaco().click();
    await page.keyboard.press('Escape');
    await expect.poll(() => panel().isVisible()).toBe(true);
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.monaco-editor'))).toBeNull();
    await page.keyboard.press('Tab');
    expect(
      await page.evaluate(
        () => document.activeElement?.closest('[data-step-panel]') !== null && document.activeElement?.closest('.monaco-editor') === null,
      ),
    ).toBe(true);
  });

  test('opens in a larger window with the same text', async () => {
    await write('return 1 + 1;');
    await panel().getByRole('button', { name: 'Open Script in a larger window' }).click();
    const dialog = page.getByRole('dialog', { name: 'Script' });
    await dialog.locator('.monaco-editor').first().waitFor();
    await dialog.locator('.monaco-editor').first().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' // large');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
    await monaco().waitFor();
    await expect.poll(text).toBe('return 1 + 1; // large');
  });

  test('has no serious axe problems, in either theme', async () => {
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      expect(await accessibilityProblems(page, ['[data-step-panel]'])).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: 'light' });
  });

  test('logged no error to the console', () => {
    expect(browser.problems).toEqual([]);
  });

  test('is a plain field if Monaco can’t be loaded', async () => {
    const monacoFile = [...loaded].toSorted(([, left], [, right]) => right - left)[0]?.[0] ?? '';
    await page.route(monacoFile, (route) => route.abort());
    await openEditor(page, api, sampledSteps());
    await openStep(page, 'price');
    await panel().getByText('The code editor couldn’t be loaded.', { exact: false }).waitFor();
    await panel().getByRole('textbox', { name: 'Script', exact: true }).fill('return 7;');
    await expect.poll(() => panel().getByRole('textbox', { name: 'Script', exact: true }).inputValue()).toBe('return 7;');
  });
});
