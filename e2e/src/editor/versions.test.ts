import { afterEach, describe, expect, test } from 'vitest';
import { accessibilityProblems } from '../browser/accessibility.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { describeStep, type EditorOfNewPerson, openEditorOfNewPerson, savedDescription, stepCard } from './new-person-editor.ts';

describe('the version history', () => {
  let editor: EditorOfNewPerson;
  afterEach(() => editor.close());

  test('lists changes, shows them in the designer, and restores an active workflow as a draft (EDIT-23..30)', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl());
    const { page, api, workflowId } = editor;
    await describeStep(page, 'work', 'old');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/^Saved/).waitFor();
    await describeStep(page, 'work', 'new');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => savedDescription(api, workflowId, 'work')).toBe('new');
    await page.getByRole('switch', { name: 'Active' }).click({ force: true });
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor({ state: 'detached' });

    await page.getByRole('tab', { name: 'Version History' }).click();
    const versions = page.getByRole('list', { name: 'Versions' }).getByRole('button');
    await expect.poll(() => versions.count()).toBe(3);
    const changes = page.getByRole('table', { name: 'Changes' });
    await expect.poll(() => changes.getByRole('row', { name: /work: Description changed/ }).textContent()).toMatch(/newold/);
    // Reloads first: React Aria's last announcement is still in its live region, without the element that named it.
    await page.reload();
    await changes.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await versions.nth(1).click();
    await page.getByRole('button', { name: 'In Designer' }).click();
    await stepCard(page, 'work').waitFor();
    await page.getByRole('button', { name: 'Restore this version' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
    await expect.poll(() => page.getByRole('tab', { name: 'Design' }).getAttribute('aria-selected')).toBe('true');
    await page.getByText(/^Autosaved/).waitFor();
    expect(await savedDescription(api, workflowId, 'work')).toBe('old');
    expect((await api('GET /api/workflows/{id}', { params: { id: workflowId } })).workflow.isActive).toBe(false);
  });

  test('the newest version in the list stays current if only the name was changed', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl());
    const { page, api, workflowId } = editor;
    await describeStep(page, 'work', 'one');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => savedDescription(api, workflowId, 'work')).toBe('one');
    await page.getByRole('tab', { name: 'Version History' }).click();
    await page.getByRole('button', { name: 'Edit name, description and logging' }).click();
    const dialog = page.getByRole('dialog', { name: 'Workflow Edit Info' });
    await dialog.getByLabel('Name').fill('Another name');
    await dialog.getByRole('button', { name: 'Update' }).click();
    await page.getByText('Updated').first().waitFor();
    // The list is requested again.
    await page.reload();
    const versions = page.getByRole('list', { name: 'Versions' }).getByRole('button');
    await versions.first().getByText('Current · 1 change').waitFor();
    expect(await versions.getByText('Current').count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Restore this version' }).isDisabled()).toBe(true);
  });

  test('isn’t filled by every autosave', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl());
    const { page, api, workflowId } = editor;
    for (const text of ['one', 'two', 'three']) {
      await describeStep(page, 'work', text);
      await expect.poll(() => savedDescription(api, workflowId, 'work')).toBe(text);
    }
    const { workflowVersions } = await api('GET /api/workflows/{id}/versions', { params: { id: workflowId } });
    expect(workflowVersions).toHaveLength(2);
  });
});
