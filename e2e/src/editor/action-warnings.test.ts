import type { Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { type EditorOfNewPerson, openEditorOfNewPerson, scriptSteps } from './new-person-editor.ts';

/** The server's warnings when a person activates a workflow or starts a test (spec EDIT-50). */
describe('warnings of the editor’s actions', () => {
  let editor: EditorOfNewPerson;
  beforeAll(async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), scriptSteps(undefined, 'Webhook'));
  });
  afterAll(() => editor.close());

  /** The action is done, and its response warns. */
  function warnWith(...texts: string[]) {
    return async (route: Route) => {
      const response = await route.fetch();
      const warnings = texts.map((text) => ({ userMessage: text, message: text, code: 'event-removal-pending' }));
      await route.fulfill({ response, json: { ...((await response.json()) as object), warnings } });
    };
  }

  test('of a test are shown when it ends', async () => {
    const { page } = editor;
    await page.route('**/stop-testing', warnWith('The webhook stays for now.', 'It is removed later.'));
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('The webhook stays for now.').first().waitFor();
    await page.getByText('It is removed later.').first().waitFor();
  });

  test('of a deactivation are all shown', async () => {
    const { page } = editor;
    await page.route('**/deactivate', warnWith('One stays.', 'Another stays.'));
    const active = page.getByRole('switch', { name: 'Active' });
    await active.click({ force: true });
    await expect.poll(() => active.isChecked()).toBe(true);
    await expect.poll(() => active.isEnabled()).toBe(true);
    await active.click({ force: true });
    await page.getByText('One stays.').first().waitFor();
    await page.getByText('Another stays.').first().waitFor();
  });
});
