import { afterEach, describe, expect, test } from 'vitest';
import { signUp } from '../api/session.ts';
import { accessibilityProblems } from '../browser/accessibility.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { type EditorOfNewPerson, openEditorOfNewPerson } from './new-person-editor.ts';

describe('sharing a workflow', () => {
  let editor: EditorOfNewPerson;
  let other: OpenBrowser | undefined;
  afterEach(async () => {
    await other?.close();
    await editor.close();
  });

  test('gives a link with which a second person imports a copy, without credentials; Stop sharing ends it', async () => {
    const baseUrl = sharedBaseUrl();
    editor = await openEditorOfNewPerson(baseUrl, [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'call' },
      {
        stepId: 'call',
        type: 'HttpRequest',
        httpMethod: 'GET',
        url: 'https://example.com/',
        headers: { authorization: 'Bearer of-the-owner' },
      },
    ]);
    await editor.page.getByRole('button', { name: 'Share' }).click();
    const dialog = editor.page.getByRole('dialog', { name: 'Share Workflow' });
    const link = (await dialog.locator('code').textContent()) ?? '';
    expect(link).toContain(`/workflow/import/${editor.workflowId}?sharedWorkflowCode=`);

    const person = await signUp(baseUrl);
    other = await launchBrowser(baseUrl);
    const { page } = other;
    await signInAs(page, person);
    await page.goto(link);
    await page.getByText('Shared by Ada Tester').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const name = page.getByLabel('Workflow Name');
    expect(await name.inputValue()).toBe('Orders');
    await name.fill('');
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByText('Please input Workflow Name').waitFor();
    await name.fill('My orders');
    await page.getByRole('button', { name: 'Import' }).click();
    await page.waitForURL('**/workflows/*/edit');
    const importedId = new URL(page.url()).pathname.split('/')[2] ?? '';
    const { workflow } = await person.api('GET /api/workflows/{id}', { params: { id: importedId } });
    expect(workflow).toMatchObject({ name: 'My orders', isActive: false });
    expect(JSON.stringify(workflow)).not.toContain('of-the-owner');

    await dialog.getByRole('button', { name: 'Stop sharing' }).click();
    await dialog.waitFor({ state: 'detached' });
    await editor.page.getByText('the link no longer works').waitFor();
    await page.goto(link);
    await page.getByText('This workflow cannot be imported').waitFor();
    await page.getByText('Ask the person who gave it to you').waitFor();
    await page.goto(link.split('?')[0] ?? '');
    await page.getByText('the code, is missing').waitFor();

    // Share again makes another link, and the dead one can't be copied until the new one exists.
    const released = Promise.withResolvers<void>();
    await editor.page.route('**/share', (route) => released.promise.then(() => route.continue()));
    await editor.page.getByRole('button', { name: 'Share' }).click();
    await dialog.getByText('Creating the link').waitFor();
    released.resolve();
    expect(await dialog.locator('code').textContent()).not.toBe(link);
  });
});
