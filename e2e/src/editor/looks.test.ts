import { orderSteps } from '@portage/workflow/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { restingBox } from './canvas.ts';
import { type EditorOfNewPerson, openEditorOfNewPerson, stepCard } from './new-person-editor.ts';

/** Facts that must be readable at a glance and must not move. */
describe('the look of the editor', () => {
  let editor: EditorOfNewPerson;

  beforeAll(async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), orderSteps('https://example.com/orders'));
  });
  afterAll(() => editor.close());

  test('a loop’s frame shows its list over its whole width (STEP-63)', async () => {
    const frame = editor.page.locator('[data-frame]').first();
    const [outer, label] = await frame.evaluate((box) => {
      const words = box.querySelector('span');
      return [box.clientWidth, words?.clientWidth ?? 0];
    });
    expect(label).toBeGreaterThan(outer - 30);
    expect(await frame.locator('span').evaluate((words) => words.scrollWidth <= words.clientWidth)).toBe(true);
  });

  test('only the condition group with an open form is filled', async () => {
    const { page } = editor;
    const looks = () => page.locator('[data-pill]').evaluateAll((pills) => pills.map((pill) => getComputedStyle(pill).backgroundColor));
    const [yes, no] = await looks();
    expect(yes).toBe(no);
    await page.locator('[data-pill]').first().click();
    await page.locator('[data-step-panel]').waitFor();
    const [open, closed] = await looks();
    expect(open).not.toBe(closed);
    await page.keyboard.press('Escape');
    await page.locator('[data-step-panel]').waitFor({ state: 'detached' });
    await expect.poll(async () => new Set(await looks()).size).toBe(1);
  });

  test('a long name shrinks; nothing moves when the workflow is activated (EDIT-02, EDIT-46)', async () => {
    const { page, api, workflowId } = editor;
    await api('PUT /api/workflows/{id}', {
      params: { id: workflowId },
      body: {
        name: 'Orders that come from the shop and go to the warehouse, with everything that has to be known of them',
      },
    });
    await page.reload();
    await stepCard(page, 'start').waitFor();
    const top = async () => (await restingBox(page.getByRole('tablist').first())).y;
    const before = await top();
    await page.getByText('Active', { exact: true }).click();
    await page.getByText('Read-only while it is active').waitFor();
    expect(await top()).toBe(before);
    // It is still readable: the text about saving shrinks first.
    expect((await restingBox(page.getByText(/^Orders that come from the shop/))).width).toBeGreaterThan(100);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});
