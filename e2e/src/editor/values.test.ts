import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import type { WorkflowStep } from '@portage/workflow';
import { orderSteps } from '@portage/workflow/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { waitForRun } from '../api/runs.ts';
import { signUp } from '../api/session.ts';
import { accessibilityProblems } from '../browser/accessibility.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { openEditor, openStep } from './open-editor.ts';

const sample = {
  id: 'A-1',
  total: 250,
  customer: { name: 'Ann "A" Lee', 'ship to': { city: 'Oslo' } },
  lines: [{ sku: 'ABC', quantity: 2 }],
};

function sampledSteps(): WorkflowStep[] {
  return orderSteps('https://example.com/big-orders').map((step) =>
    step.type === 'Trigger' ? { ...step, payloadSampleJson: JSON.stringify(sample) } : step,
  );
}

/** Fields that accept expressions, and level 2 with values to insert (spec STEP-03..08, EXPR-01..14). */
describe('values in step forms', () => {
  const baseUrl = sharedBaseUrl();
  let browser: OpenBrowser;
  let page: Page;
  let api: Client<Calls>;

  beforeAll(async () => {
    const person = await signUp(baseUrl);
    api = person.api;
    browser = await launchBrowser(baseUrl);
    page = browser.page;
    // The page asks before unsaved changes are left.
    page.on('dialog', (dialog) => dialog.accept());
    await signInAs(page, person);
  });
  afterAll(() => browser.close());

  const panel = () => page.locator('[data-step-panel]');
  const body = () => panel().locator('textarea[name=body]');
  const selector = () => page.getByRole('dialog', { name: /^Insert into/ });
  const marks = (look: string) =>
    panel()
      .locator('[data-value-field]', { has: page.locator('textarea[name=body]') })
      .locator(`[data-look=${look}]`);

  async function write(text: string): Promise<void> {
    await body().fill('');
    await body().focus();
    await page.keyboard.type(text);
  }

  describe('the field', () => {
    beforeAll(async () => {
      await openEditor(page, api, sampledSteps());
      await openStep(page, 'tell');
    });

    test('marks references and formulas, and leaves plain dollar signs unmarked (EXPR-03)', async () => {
      await write('{"id": "${Steps["start"].Payload.id}", "at": "${utcNow()}", "price": "US$ 5, $5, 5$"}');
      await expect.poll(() => marks('reference').allTextContents()).toEqual(['${Steps["start"].Payload.id}']);
      await expect.poll(() => marks('formula').allTextContents()).toEqual(['${utcNow()}']);
      await panel()
        .getByRole('button', { name: /^Sample.*A-1/ })
        .waitFor();
    });

    test('offers values while a person types, by the names of their parts, and inserts them by keyboard alone', async () => {
      await write('Sum: $tot');
      const option = page.getByRole('option', { name: /Steps\["start"\]\.Payload\.total/ });
      await option.waitFor();
      expect(await option.getAttribute('aria-selected')).toBe('true');
      expect(await body().getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'));
      expect(await body().getAttribute('aria-expanded')).toBe('true');
      await page.keyboard.press('Enter');
      await expect.poll(() => body().inputValue()).toBe('Sum: ${Steps["start"].Payload.total}');
      await expect.poll(() => page.getByRole('listbox').count()).toBe(0);
      await panel()
        .getByRole('button', { name: /^Sample Sum: 250/ })
        .waitFor();
    });

    test('restores the typed text when the browser undoes', async () => {
      await page.keyboard.press('Control+z');
      await expect.poll(() => body().inputValue()).toBe('Sum: $tot');
    });

    test('walks down the sample after a dot, with brackets if a name needs them', async () => {
      await write('$Steps["start"].');
      await page.getByRole('option', { name: 'Payload' }).click();
      await page.keyboard.type('.customer.sh');
      await page.keyboard.press('Tab');
      await expect.poll(() => body().inputValue()).toBe('$Steps["start"].Payload.customer["ship to"]');
      await expect.poll(() => body().evaluate((area) => area === document.activeElement)).toBe(true);
    });

    test('closes the list with Escape and keeps the panel open; a second Escape closes the panel', async () => {
      await write('$Steps["start"].');
      await page.getByRole('listbox').waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(() => page.getByRole('listbox').count()).toBe(0);
      await expect.poll(() => panel().isVisible()).toBe(true);
      await page.keyboard.press('Escape');
      await panel().waitFor({ state: 'detached' });
      await openStep(page, 'tell');
    });

    test('starts a new line if nothing is chosen', async () => {
      await write('US$');
      await page.getByRole('listbox').waitFor();
      await page.keyboard.press('Enter');
      await expect.poll(() => body().inputValue()).toBe('US$\n');
    });

    test('reports what is wrong and where, once the person has stopped typing', async () => {
      await write('a $Steps["strat"].Payload b');
      await panel().getByText('There is no step "strat" (character 3)').waitFor();
      expect(await marks('error').allTextContents()).toEqual(['$Steps["strat"].Payload']);
      expect(await body().getAttribute('aria-invalid')).toBe('true');
      await write('${addDays(Steps["keep"].Response, 1)}');
      await panel().getByText('"keep" has not run when this step starts (character 11)').waitFor();
      expect(await marks('warning').allTextContents()).toEqual(['Steps["keep"].Response']);
      await write('${');
      await page.keyboard.press('Escape');
      await panel().getByText('The ${ is not closed. (character 1)').waitFor();
    });

    test('survives text from input methods and clipboards', async () => {
      await body().fill('');
      await body().focus();
      await page.keyboard.insertText('東京 $Steps["start"].Payload.id\n');
      expect(await body().inputValue()).toBe('東京 $Steps["start"].Payload.id\n');
      expect(await marks('reference').allTextContents()).toEqual(['$Steps["start"].Payload.id']);
    });

    describe('references as chips', () => {
      const text = 'Sum: ${Steps["start"].Payload.total} EUR';
      const reference = '${Steps["start"].Payload.total}';
      const chips = () =>
        panel()
          .locator('[data-value-field]', { has: page.locator('textarea[name=body]') })
          .locator('[data-chip]');
      const said = () =>
        chips().evaluateAll((all) => all.map((one) => [...one.querySelectorAll('b, span, i')].map((part) => part.textContent)));
      /** The text with its caret or selection as `‹` and `›`. */
      const marked = () =>
        body().evaluate(
          ({ value, selectionStart: from, selectionEnd: to }: HTMLTextAreaElement) =>
            `${value.slice(0, from)}‹${value.slice(from, to)}›${value.slice(to)}`,
        );
      const press = async (...keys: string[]) => {
        for (const key of keys) await page.keyboard.press(key);
      };
      async function leave(): Promise<void> {
        await panel().getByRole('textbox', { name: 'Description' }).focus();
        await chips().first().waitFor();
        await chips().first().scrollIntoViewIfNeeded();
      }
      async function middleOfChip(): Promise<{ x: number; y: number; right: number }> {
        const box = await chips().first().boundingBox();
        if (!box) throw new Error('The chip is in sight');
        return { x: box.x + box.width / 2, y: box.y + box.height / 2, right: box.x + box.width };
      }

      test('show the last value while the field isn’t focused; the field keeps its text, and a click selects a chip’s reference', async () => {
        await write(text);
        await leave();
        await expect.poll(said).toEqual([['start', 'total', '250']]);
        expect(await panel().getByRole('textbox', { name: 'Body' }).inputValue()).toBe(text);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          expect(await accessibilityProblems(page, ['[data-step-panel]'])).toEqual([]);
        }
        await page.emulateMedia({ colorScheme: 'light' });

        const { x, y } = await middleOfChip();
        await page.mouse.click(x, y);
        await expect.poll(marked).toBe(`Sum: ‹${reference}› EUR`);
        await press('Delete');
        expect(await body().inputValue()).toBe('Sum:  EUR');
        await press('Control+z');
        expect(await body().inputValue()).toBe(text);

        // A click next to the chips puts the caret between the visible letters.
        await leave();
        const chip = await middleOfChip();
        await page.mouse.click(chip.right + 14, chip.y);
        const caret = await body().evaluate((area: HTMLTextAreaElement) => area.selectionStart);
        expect(caret).toBeGreaterThanOrEqual(text.indexOf(' EUR'));
      });

      test('stay chips while the person writes, and the keyboard moves over, selects, opens and deletes them as one', async () => {
        await write(text);
        await expect.poll(said).toEqual([['start', 'total', '250']]);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          expect(await accessibilityProblems(page, ['[data-step-panel]'])).toEqual([]);
        }
        await page.emulateMedia({ colorScheme: 'light' });
        // The chip covers exactly its letters.
        const places = await body().evaluate((area) => {
          const rectOf = (element: Element | null | undefined) => {
            const { left, top, width } = element?.getBoundingClientRect() ?? new DOMRect();
            return [left, top, width].map(Math.round);
          };
          const frame = area.parentElement;
          return [rectOf(frame?.querySelector('[data-chip]')), rectOf(frame?.querySelector('[data-look=reference]'))];
        });
        expect(places[0]).toEqual(places[1]);

        await press('ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
        expect(await marked()).toBe(`Sum: ‹${reference}› EUR`);
        await panel().locator('[data-chip][data-chosen]').waitFor();
        await press('ArrowLeft');
        expect(await marked()).toBe(`Sum: ‹›${reference} EUR`);
        await press('Shift+ArrowRight', 'Control+c', 'End', 'Control+v');
        expect(await body().inputValue()).toBe(`${text}${reference}`);
        await expect.poll(() => chips().count()).toBe(2);
        await press('Backspace');
        expect(await body().inputValue()).toBe(text);
        await press('Control+z');
        expect(await body().inputValue()).toBe(`${text}${reference}`);
        // A phone's keyboard doesn't name its keys.
        const phone = await page.context().newCDPSession(page);
        const key = { type: 'rawKeyDown', key: 'Unidentified', windowsVirtualKeyCode: 229, commands: ['DeleteBackward'] } as const;
        await press('End');
        await phone.send('Input.dispatchKeyEvent', { ...key, commands: [...key.commands] });
        await phone.detach();
        await expect.poll(() => body().inputValue()).toBe(text);
        await press('Control+z', 'Control+z');
        expect(await body().inputValue()).toBe(text);

        // Enter on a selected chip opens its text; moving the caret away closes it.
        await press('Control+Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight');
        expect(await marked()).toBe(`Sum: ‹${reference}› EUR`);
        await press('Enter');
        await expect.poll(() => chips().count()).toBe(0);
        await page.keyboard.type('s');
        await expect.poll(() => body().inputValue()).toBe('Sum: ${Steps["start"].Payload.totals} EUR');
        await press('Backspace', 'End');
        await expect.poll(said).toEqual([['start', 'total', '250']]);
        expect(await body().inputValue()).toBe(text);
      });

      test('a second click opens a chip, and letters typed next to it leave its path unchanged, also from an input method', async () => {
        await write(text);
        const { x, y } = await middleOfChip();
        await page.mouse.click(x, y);
        await expect.poll(marked).toBe(`Sum: ‹${reference}› EUR`);
        await page.mouse.click(x, y);
        await expect.poll(() => chips().count()).toBe(0);

        await body().fill('$Steps["start"].Payload.total');
        await press('Home', 'End');
        await expect.poll(said).toEqual([['start', 'total', '250']]);
        await page.keyboard.type('EUR');
        await expect.poll(() => body().inputValue()).toBe(`${reference}EUR`);
        const ime = await page.context().newCDPSession(page);
        await ime.send('Input.imeSetComposition', { text: 'とう', selectionStart: 2, selectionEnd: 2 });
        await ime.send('Input.insertText', { text: '東' });
        await ime.detach();
        expect(await body().inputValue()).toBe(`${reference}EUR東`);
        await expect.poll(said).toEqual([['start', 'total', '250']]);
      });
    });

    test('covers exactly its marks, also when scrolled', async () => {
      await write('x');
      await body().fill(`${'line of text that is rather long and goes on to the next line\n'.repeat(40)}$Steps["start"].Payload.id`);
      await body().press('Control+End');
      const places = await body().evaluate((area: HTMLTextAreaElement) => {
        const layer = area.previousElementSibling as HTMLElement;
        return {
          area: [area.scrollTop, area.scrollHeight, area.clientWidth],
          layer: [layer.scrollTop, layer.scrollHeight, layer.clientWidth],
        };
      });
      expect(places.layer[0]).toBe(places.area[0]);
      expect(places.layer[2]).toBe(places.area[2]);
      expect(Math.abs((places.layer[1] ?? 0) - (places.area[1] ?? 0))).toBeLessThanOrEqual(1);
    });
  });

  describe('the value selector', () => {
    beforeEach(async () => {
      if (await panel().isVisible()) return;
      await openEditor(page, api, sampledSteps());
      await openStep(page, 'tell');
    });

    const insertButton = () => panel().getByRole('button', { name: 'Insert a value into Body' });
    async function openSelector(): Promise<void> {
      if (!(await selector().isVisible())) await insertButton().click();
      await selector().waitFor();
    }

    test('opens next to level 1, 460 px wide, with its four tabs (STEP-03, STEP-04)', async () => {
      await openSelector();
      const [level1, level2] = [await panel().boundingBox(), await selector().boundingBox()];
      expect(level2?.width).toBe(460);
      expect(Math.round((level2?.x ?? 0) + (level2?.width ?? 0))).toBe(Math.round(level1?.x ?? -1));
      await expect.poll(() => selector().getByRole('tab').allTextContents()).toEqual(['Steps', 'Data', 'Consts', 'Formula']);
    });

    test('shows values with a preview, filters them, and inserts at the cursor by keyboard (STEP-05, EXPR-04)', async () => {
      await body().fill('Ship to: !');
      await body().press('ArrowLeft');
      await openSelector();
      await page.getByPlaceholder('Filter steps and values').fill('city');
      const found = selector().getByRole('treeitem', { name: /city.*"Oslo"/ });
      await found.waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('End');
      await expect.poll(() => found.evaluate((row) => row === document.activeElement)).toBe(true);
      await page.keyboard.press('Enter');
      await expect.poll(() => body().inputValue()).toBe('Ship to: ${Steps["start"].Payload.customer["ship to"].city}!');
      await expect.poll(() => body().evaluate((area) => area === document.activeElement)).toBe(true);
      await page.keyboard.type('?');
      await expect.poll(() => body().inputValue()).toBe('Ship to: ${Steps["start"].Payload.customer["ship to"].city}?!');
      await panel()
        .getByRole('button', { name: /^Sample Ship to: "Oslo"\?!/ })
        .waitFor();
    });

    test('walks the tree with the arrow keys (trees of the ARIA practices)', async () => {
      await openSelector();
      await page.getByPlaceholder('Filter steps and values').fill('');
      const start = selector().getByRole('treeitem', { name: 'start' }).first();
      await start.focus();
      expect(await start.getAttribute('aria-expanded')).toBe('true');
      await page.keyboard.press('ArrowLeft');
      await expect.poll(() => start.getAttribute('aria-expanded')).toBe('false');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute('title'));
      expect(await focused()).toBe('Steps["start"].Payload');
      await page.keyboard.press('End');
      await page.keyboard.press('Home');
      expect(
        await selector()
          .getByRole('treeitem')
          .first()
          .evaluate((row) => row === document.activeElement),
      ).toBe(true);
    });

    test('has data, constants and formulas, and remembers the tab (STEP-07, EXPR-08..10)', async () => {
      await openSelector();
      await selector().getByRole('tab', { name: 'Data' }).click();
      await selector().getByText('lastOrder').first().waitFor();
      await selector().getByRole('tab', { name: 'Consts' }).click();
      await expect
        .poll(async () => (await selector().getByRole('treeitem').allTextContents()).map((text) => text.replace(/(no value yet|").*/, '')))
        .toEqual(['WorkflowId', 'WorkflowInstanceId']);
      await selector().getByRole('tab', { name: 'Formula' }).click();
      await expect
        .poll(() => selector().getByRole('heading', { level: 3 }).allTextContents())
        .toEqual(['Dates', 'Currency', 'Strings', 'More dates', 'Text', 'Numbers', 'Lists', 'Conditions', 'Encoding']);
      await selector().getByRole('searchbox', { name: 'Filter formulas' }).fill('month');
      await expect.poll(() => selector().getByRole('heading', { level: 3 }).allTextContents()).toEqual(['More dates']);
      await selector().getByRole('searchbox', { name: 'Filter formulas' }).fill('filter');
      await selector()
        .getByRole('button', { name: /^Where where\(.*Example: valuesOf\(where\(.* → \["A-1"\]$/ })
        .waitFor();
      await body().fill('$Steps["start"].Payload.lines');
      await selector().getByRole('searchbox', { name: 'Filter formulas' }).fill('length');
      // The result for the sample, with the field's reference as the argument.
      await selector()
        .getByRole('button', { name: /^Count .*Here: 1$/ })
        .click();
      await expect.poll(() => body().inputValue()).toBe('${count(Steps["start"].Payload.lines)}');
      await selector().getByRole('searchbox', { name: 'Filter formulas' }).fill('');
      await body().fill('');
      await selector()
        .getByRole('button', { name: /^Add\/Remove Days/ })
        .click();
      await expect.poll(() => body().inputValue()).toBe('${addDays(utcNow(), 1)}');
      await page.keyboard.press('Escape');

      await page.reload();
      await openStep(page, 'tell');
      await openSelector();
      expect(await selector().getByRole('tab', { name: 'Formula' }).getAttribute('aria-selected')).toBe('true');
      await selector().getByRole('tab', { name: 'Steps' }).click();
    });

    test('closes with Escape and returns the focus to the field, and closes on a click outside (STEP-08)', async () => {
      await openSelector();
      await page.getByPlaceholder('Filter steps and values').focus();
      await page.keyboard.press('Escape');
      await selector().waitFor({ state: 'detached' });
      await expect.poll(() => body().evaluate((area) => area === document.activeElement)).toBe(true);
      await openSelector();
      await panel().getByText('Read response as').click();
      await selector().waitFor({ state: 'detached' });
      expect(await panel().isVisible()).toBe(true);
    });

    test('inserts a value dragged from the tree at its position in the text', async () => {
      await body().fill('Total: ');
      await openSelector();
      await page.getByPlaceholder('Filter steps and values').fill('total');
      const row = selector().getByRole('treeitem', { name: /total.*250/ });
      await row.dragTo(body(), { targetPosition: { x: 200, y: 14 } });
      await expect.poll(() => body().inputValue()).toBe('Total: ${Steps["start"].Payload.total}');
      await page.keyboard.press('Control+z');
      await expect.poll(() => body().inputValue()).toBe('Total: ');
      await page.getByPlaceholder('Filter steps and values').fill('');
    });

    test('has no serious axe problems, in either theme', async () => {
      await body().fill('$Steps["start"].Payload.id and $Steps["strat"].Payload and $Steps["keep"].Response ${utcNow()}');
      await openSelector();
      await selector().getByRole('treeitem').first().waitFor();
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme });
        expect(await accessibilityProblems(page, ['[data-step-panel]'])).toEqual([]);
      }
      await page.emulateMedia({ colorScheme: 'light' });
      await page.keyboard.press('Escape');
    });

    test('works inside a dialog of the form', async () => {
      await panel().getByRole('button', { name: 'Edit URL' }).click();
      const dialog = page.getByRole('dialog', { name: /URL/ });
      await dialog.getByRole('button', { name: /^Insert a value into/ }).click();
      await selector().getByRole('treeitem', { name: /^id/ }).first().click();
      await expect.poll(() => dialog.locator('textarea').first().inputValue()).toContain('${Steps["start"].Payload.id}');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
    });
  });

  test('shows the last run’s values, and says so if there is nothing to select (STEP-06)', async () => {
    const steps = [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'sum' },
      { stepId: 'sum', type: 'CustomScript', script: 'return { total: Steps["start"].Payload.amount * 2 }', nextStepId: 'keep' },
      {
        stepId: 'keep',
        type: 'HttpRequest',
        httpMethod: 'POST',
        url: 'https://example.com',
        body: '$Steps["sum"].Response.total',
        continueOnFailure: true,
      },
    ] as WorkflowStep[];
    const id = await openEditor(page, api, steps);
    const { workflowInstanceId } = await api('POST /api/workflows/{id}/test-run', { params: { id }, body: { payload: { amount: 21 } } });
    await waitForRun(api, workflowInstanceId);
    await page.reload();
    await openStep(page, 'keep');
    await panel()
      .getByRole('button', { name: /^Last run 42/ })
      .waitFor();

    await panel().getByRole('button', { name: 'Insert a value into Body' }).click();
    await selector().getByRole('treeitem', { name: 'total 42' }).waitFor();
    await selector().getByRole('tab', { name: 'Data' }).click();
    await selector().getByText('No Data to select from.').waitFor();
    await selector().getByRole('tab', { name: 'Steps' }).click();
    await page.keyboard.press('Escape');

    // The run has the step's old name.
    await openStep(page, 'sum');
    const name = panel().locator('input[name=stepId]');
    await name.fill('twice');
    await name.press('Tab');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/^Saved \d\d:\d\d:\d\d$/).waitFor();
    await page.reload();
    await openStep(page, 'keep');
    await panel()
      .getByRole('button', { name: /^Last run 42/ })
      .waitFor();
  });

  test('offers what an earlier step returned in its test, at once and after a reload', async () => {
    const steps = [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'list' },
      { stepId: 'list', type: 'CustomScript', script: 'return { total: 42 }', nextStepId: 'ask' },
      { stepId: 'ask', type: 'WaitForApproval', subject: 'Ship?', message: 'Please', recipients: '', nextStepId: 'keep' },
      { stepId: 'keep', type: 'HttpRequest', httpMethod: 'POST', url: 'https://example.com', body: '$Steps["list"].Response.total' },
    ] as WorkflowStep[];
    await openEditor(page, api, steps);
    await openStep(page, 'keep');
    await panel().getByText('No value to show yet').waitFor();
    await openStep(page, 'list');
    await panel().getByRole('button', { name: 'Test step' }).click();
    await panel().getByRole('status', { name: 'Result of the test: Succeeded' }).waitFor();
    const offersTheResult = async () => {
      await openStep(page, 'keep');
      await panel()
        .getByRole('button', { name: /^Test 42/ })
        .waitFor();
      await panel().getByRole('button', { name: 'Insert a value into Body' }).click();
      await selector().getByRole('treeitem', { name: 'total 42' }).waitFor();
      await selector()
        .getByRole('treeitem', { name: /^decision "?Approved/ })
        .waitFor();
      await selector().getByText('example', { exact: true }).waitFor();
      await page.keyboard.press('Escape');
    };
    await offersTheResult();
    await page.reload();
    await offersTheResult();
    await openStep(page, 'list');
    await panel().getByRole('tab', { name: 'Out', exact: true }).click();
    await panel()
      .getByText(/^Test of /)
      .waitFor();
  });

  test('follows a rename: the reference is rewritten and still resolves (STEP-13)', async () => {
    await openEditor(page, api, sampledSteps());
    await openStep(page, 'start');
    const name = panel().locator('input[name=stepId]');
    await name.fill('incoming');
    await name.press('Tab');
    await page.keyboard.press('Escape');
    await openStep(page, 'tell');
    expect(await body().inputValue()).toContain('${Steps["incoming"].Payload.id}');
    await expect.poll(() => marks('error').count()).toBe(0);
    await expect.poll(() => marks('reference').allTextContents()).toEqual(['${Steps["incoming"].Payload.id}']);
  });

  test('logged no error to the console', () => {
    expect(browser.problems).toEqual([]);
  });
});
