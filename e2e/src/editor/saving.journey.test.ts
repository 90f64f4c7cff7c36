import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import {
  describeStep,
  type EditorOfNewPerson,
  openEditor,
  openEditorOfNewPerson,
  savedDescription,
  stepCard,
} from './new-person-editor.ts';

const LEAVE = 'The changes of the workflow will be lost. Are you sure you want to leave the page without saving?';

describe('saving a workflow', () => {
  let editor: EditorOfNewPerson;
  afterEach(() => editor.close());

  test('happens automatically after 2 s of quiet, and by hand at once (EDIT-61..65)', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl());
    const { page, api, workflowId } = editor;
    await describeStep(page, 'work', 'by itself');
    await page.getByText('Unsaved changes').waitFor();
    await page.getByText(/^Autosaved \d\d:\d\d:\d\d$/).waitFor();
    expect(await savedDescription(api, workflowId, 'work')).toBe('by itself');

    await describeStep(page, 'work', 'by hand');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Workflow Saved').first().waitFor();
    await page.getByText(/^Saved \d\d:\d\d:\d\d$/).waitFor();
    expect(await savedDescription(api, workflowId, 'work')).toBe('by hand');
    const { workflowVersions } = await api('GET /api/workflows/{id}/versions', { params: { id: workflowId } });
    expect(workflowVersions).toHaveLength(2);
  });

  test('continues when the server is back, and a closed tab loses nothing', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl());
    const { page, api, workflowId } = editor;
    await page.route('**/api/workflows/*', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()));
    await describeStep(page, 'work', 'offline');
    await page.getByText('Workflow save failed.').first().waitFor();
    await page.getByRole('button', { name: 'Retry' }).waitFor();

    // The tab dies; its successor finds the unsaved changes and saves them.
    await waitForStoredDraft(page, 'offline');
    const second = await page.context().newPage();
    await page.close({ runBeforeUnload: false });
    await openEditor(second, workflowId);
    await second.getByText('Portage restored changes').first().waitFor();
    await second.getByText(/^Autosaved/).waitFor();
    expect(await savedDescription(api, workflowId, 'work')).toBe('offline');
  });

  test('is tried again with Retry', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl());
    const { page, api, workflowId } = editor;
    // The page also retries by itself: until the button is pressed, that fails, too.
    const isPressed = () => page.evaluate(() => 'pressed' in document.documentElement.dataset);
    await page.route('**/api/workflows/*', async (route) =>
      route.request().method() === 'PUT' && !(await isPressed()) ? route.abort() : route.continue(),
    );
    await describeStep(page, 'work', 'again');
    const retry = page.getByRole('button', { name: 'Retry' });
    await retry.waitFor();
    await page.evaluate(() => {
      const note = () => {
        document.documentElement.dataset.pressed = 'yes';
      };
      window.addEventListener('pointerdown', note, { capture: true });
    });
    await retry.click();
    await expect.poll(() => savedDescription(api, workflowId, 'work')).toBe('again');
    await page.getByText(/^Autosaved/).waitFor();
  });

  test('asks when the page is left with unsaved changes (EDIT-71)', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl());
    const { page, api, workflowId } = editor;
    const saves = await heldSaves(page);
    await describeStep(page, 'work', 'lost');
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Workflows' }).click();
    const question = page.getByRole('alertdialog').or(page.getByRole('dialog')).filter({ hasText: LEAVE });
    await question.getByRole('button', { name: 'No', exact: true }).click();
    saves.letGo();
    await page.getByText(/^Autosaved/).waitFor();

    saves.refuse();
    await describeStep(page, 'work', 'really lost');
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Workflows' }).click();
    await question.getByRole('button', { name: 'Yes', exact: true }).click();
    await page.waitForURL('**/workflows');
    // The address changes before the list appears, and the editor discards its draft when the list replaces it.
    await page.getByRole('table').waitFor();
    expect(await savedDescription(api, workflowId, 'work')).toBe('lost');
    await openEditor(page, workflowId);
    expect(await page.getByText('Portage restored changes').count()).toBe(0);
  });

  test('no longer asks once the changes are saved while the question is open', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl());
    const { page, api, workflowId } = editor;
    const saves = await heldSaves(page);
    await describeStep(page, 'work', 'saved meanwhile');
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Workflows' }).click();
    await page.getByText(LEAVE).waitFor();
    saves.letGo();
    await page.waitForURL('**/workflows');
    await page.getByText(LEAVE).waitFor({ state: 'detached' });
    expect(await savedDescription(api, workflowId, 'work')).toBe('saved meanwhile');
  });

  test('doesn’t conflict with itself if a save’s response is lost', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl());
    const { page, api, workflowId } = editor;
    let lost = 0;
    await page.route('**/api/workflows/*', async (route) => {
      if (route.request().method() !== 'PUT' || lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      await route.abort();
    });
    await describeStep(page, 'work', 'saved, but not answered');
    await page.getByText('Workflow save failed.').first().waitFor();
    expect(await savedDescription(api, workflowId, 'work')).toBe('saved, but not answered');
    await describeStep(page, 'work', 'and changed again');
    await expect.poll(() => savedDescription(api, workflowId, 'work')).toBe('and changed again');
    await page.getByText(/^Autosaved/).waitFor();
    expect(await page.getByText('This workflow was saved elsewhere').count()).toBe(0);
    expect(lost).toBe(1);
  });

  test.each([
    ['the same', null],
    ['newer', 'typed while it was saved'],
  ])('doesn’t conflict with itself if the page is reloaded during an autosave and the kept draft is %s', async (_, typed) => {
    editor = await openEditorOfNewPerson(sharedBaseUrl());
    const { page, api, workflowId } = editor;
    let arrived = () => {};
    const hasArrived = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    await page.route('**/api/workflows/*', async (route) => {
      if (route.request().method() !== 'PUT') return route.continue();
      await route.fetch();
      arrived();
      // The page is gone before the response arrives.
    });
    await describeStep(page, 'work', 'under way');
    await hasArrived;
    if (typed) await describeStep(page, 'work', typed);
    await waitForStoredDraft(page, typed ?? 'under way');
    await page.unroute('**/api/workflows/*');
    page.on('dialog', (dialog) => dialog.accept());
    await page.reload();
    await stepCard(page, 'work').waitFor();
    const restored = page.getByText('Portage restored changes');
    if (typed) await restored.first().waitFor();
    await expect.poll(() => savedDescription(api, workflowId, 'work')).toBe(typed ?? 'under way');
    await stepCard(page, 'work').click();
    await expect
      .poll(() => page.locator('[data-step-panel]').getByRole('textbox', { name: 'Description' }).inputValue())
      .toBe(typed ?? 'under way');
    if (!typed) await expect.poll(() => restored.count()).toBe(0);
    // The next autosave would be refused.
    await describeStep(page, 'work', 'after the reload');
    await expect.poll(() => savedDescription(api, workflowId, 'work')).toBe('after the reload');
    await page.getByText(/^Autosaved/).waitFor();
    expect(await page.getByText('This workflow was saved elsewhere').count()).toBe(0);
  });

  test('asks what to do if another tab saved first: the difference, overwrite, reload; it never loops', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl());
    const { page: first, api, workflowId } = editor;
    const second = await first.context().newPage();
    await openEditor(second, workflowId);
    await describeStep(first, 'work', 'first');
    await first.getByText(/^Autosaved/).waitFor();

    let saves = 0;
    second.on('request', (request) => {
      if (request.method() === 'PUT') saves += 1;
    });
    await describeStep(second, 'work', 'second');
    const banner = second.getByText('This workflow was saved elsewhere');
    await banner.waitFor();
    // Time for several more autosaves, which run on the page's own clock.
    await second.waitForTimeout(5_000);
    expect(saves).toBe(1);
    expect(await savedDescription(api, workflowId, 'work')).toBe('first');

    await second.getByRole('button', { name: 'See the difference' }).click();
    const dialog = second.getByRole('dialog', { name: 'What differs' });
    const row = dialog.getByRole('row', { name: /work: Description (added|changed)/ });
    await expect.poll(() => row.textContent()).toContain('first');
    expect(await row.textContent()).toContain('second');
    await dialog.getByRole('button', { name: 'Overwrite' }).click();
    await banner.waitFor({ state: 'detached' });
    await expect.poll(() => savedDescription(api, workflowId, 'work')).toBe('second');

    // The first tab is behind now, and adopts the saved version.
    await describeStep(first, 'work', 'third');
    await first.getByText('This workflow was saved elsewhere').waitFor();
    await first.getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => first.locator('[data-step-panel]').getByRole('textbox', { name: 'Description' }).inputValue()).toBe('second');
    // Time for an autosave of the discarded change.
    await first.waitForTimeout(3_000);
    expect(await savedDescription(api, workflowId, 'work')).toBe('second');
    // A discarded change isn't gone: undo restores it.
    await first.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => savedDescription(api, workflowId, 'work')).toBe('third');
    // An overwritten version isn't gone: the history has it.
    const { workflowVersions } = await api('GET /api/workflows/{id}/versions', { params: { id: workflowId } });
    expect(workflowVersions.map(({ steps }) => steps.find(({ stepId }) => stepId === 'work')?.description ?? null)).toContain('first');
  });

  test('lets a tab without changes continue from what another tab saved', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl());
    const { page, api, workflowId } = editor;
    const { workflow } = await api('GET /api/workflows/{id}', { params: { id: workflowId } });
    const steps = workflow.steps.map((step) => ({ ...step, description: `${step.stepId} elsewhere` }));
    await api('PUT /api/workflows/{id}', { params: { id: workflowId }, body: { steps } });
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.getByText('The workflow was changed elsewhere').first().waitFor();
    await describeStep(page, 'work', 'here');
    await page.getByText(/^Autosaved/).waitFor();
    expect(await savedDescription(api, workflowId, 'start')).toBe('start elsewhere');
    expect(await savedDescription(api, workflowId, 'work')).toBe('here');
  });

  test('doesn’t happen while the workflow is active: there is nothing to change (EDIT-46)', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl());
    const { page, api, workflowId } = editor;
    await page.getByRole('switch', { name: 'Active' }).click({ force: true });
    await expect.poll(async () => (await api('GET /api/workflows/{id}', { params: { id: workflowId } })).workflow.isActive).toBe(true);
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor({ state: 'detached' });
    await stepCard(page, 'work').click();
    expect(await page.locator('[data-step-panel]').getByRole('textbox', { name: 'Description' }).isEditable()).toBe(false);
  });
});

/** Waits until the browser has stored the unsaved steps. */
async function waitForStoredDraft(page: Page, text: string): Promise<void> {
  await page.waitForFunction((wanted) => Object.values(localStorage).some((kept) => kept.includes(wanted)), text);
}

/** Holds every save of a workflow until it is released or refused. */
async function heldSaves(page: Page) {
  let decide: (isLetGo: boolean) => void = () => undefined;
  let decision = new Promise<boolean>((resolve) => {
    decide = resolve;
  });
  await page.route('**/api/workflows/*', async (route) => {
    if (route.request().method() !== 'PUT' || (await decision)) return route.continue();
    return route.abort();
  });
  return {
    letGo: () => decide(true),
    refuse: () => {
      decision = Promise.resolve(false);
    },
  };
}
