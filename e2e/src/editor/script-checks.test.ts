import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { type EditorOfNewPerson, openEditorOfNewPerson, scriptSteps, stepCard } from './new-person-editor.ts';

/** Faults in scripts, shown before they run (spec STEP-67, EDIT-52, EDIT-53). */
describe('scripts that are checked', () => {
  let editor: EditorOfNewPerson;

  beforeAll(async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), scriptSteps('return Steps["start"].Payload.;'));
  });
  afterAll(() => editor.close());

  const panel = () => editor.page.locator('[data-step-panel]');

  async function write(script: string): Promise<void> {
    await editor.page.locator('.monaco-editor').first().click();
    await editor.page.keyboard.press('Control+a');
    await editor.page.keyboard.press('Delete');
    // Inserted as one text, so that the editor adds no brackets.
    await editor.page.keyboard.insertText(script);
  }

  test('an unreadable script makes its step invalid before anyone opens it, and the workflow can’t be activated', async () => {
    const { page, api, workflowId } = editor;
    await page.getByText('work: Script, line 1, column 31: Unexpected token').waitFor();
    expect(await page.getByRole('switch', { name: 'Active' }).isDisabled()).toBe(true);
    await stepCard(page, 'work').locator('[data-problem]').waitFor();
    await expect(api('POST /api/workflows/{id}/activate', { params: { id: workflowId } })).rejects.toMatchObject({
      code: 'workflow-invalid',
      message: expect.stringContaining('Step “work”: Script, line 1, column 31'),
    });
  });

  test('a fixed script is valid again', async () => {
    await editor.page.getByText('work: Script, line 1, column 31: Unexpected token').click();
    await panel().getByRole('button', { name: 'Line 1, column 31: Unexpected token' }).waitFor();
    await write('return Steps["start"].Payload;');
    await editor.page.getByText('Workflow is valid and can be started').waitFor();
  });

  test('missing or later steps are marked and reported; a required one makes the workflow invalid', async () => {
    await write('return Steps["nosuch"].Response;');
    await editor.page.getByText('work: There is no step "nosuch"').waitFor();
    await write('return [Steps["nosuch"]?.Response, Steps["work"].Response];');
    await panel().getByRole('button', { name: 'Line 1, column 9: There is no step "nosuch"' }).waitFor();
    await panel().getByRole('button', { name: 'Line 1, column 36: "work" has not run when this step starts' }).waitFor();
    await editor.page.locator('.monaco-editor .squiggly-warning').first().waitFor({ state: 'attached' });
    expect(await editor.page.locator('.monaco-editor .squiggly-error').count()).toBe(0);
    await editor.page.getByText('Workflow is valid and can be started').waitFor();
    await write('return Steps["start"].Payload;');
    await editor.page.locator('.monaco-editor .squiggly-warning').first().waitFor({ state: 'detached' });
    expect(editor.problems.filter((text) => !text.includes('400'))).toEqual([]);
  });
});
