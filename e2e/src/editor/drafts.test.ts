import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { postWebhook } from '../api/runs.ts';
import { problemsInBothThemes } from '../browser/accessibility.ts';
import { looksRight } from '../browser/looks-right.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import {
  describeStep,
  type EditorOfNewPerson,
  openEditorOfNewPerson,
  savedDescription,
  scriptSteps,
  stepCard,
} from './new-person-editor.ts';

const PHONE = { width: 390, height: 844 };
const badge = (page: Page, text: string | RegExp) => page.getByText(text, { exact: true }).first();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Checks that the buttons are complete and side by side: the page clips whatever overflows its edge. */
async function fitsPhone(page: Page, buttons: readonly Locator[]): Promise<void> {
  const size = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize(PHONE);
  const isWhole = (element: Element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight && element.scrollWidth <= element.clientWidth;
  };
  for (const one of buttons) await expect.poll(() => one.evaluate(isWhole), { message: String(one) }).toBe(true);
  await page.setViewportSize(size);
}

describe('a draft next to the published version', () => {
  let editor: EditorOfNewPerson;
  afterEach(() => editor.close());

  /** An active webhook workflow, its published version on the canvas. */
  async function openActive() {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), scriptSteps('return 1', 'Webhook'));
    const { page, api, workflowId } = editor;
    const params = { id: workflowId };
    await api('POST /api/workflows/{id}/activate', { params });
    await page.reload();
    await badge(page, 'Published, version 1').waitFor();
    const { webhookUrl } = await api('GET /api/workflows/generate-webhook-url/{id}', { params });
    const draft = async () => (await api('GET /api/workflows/{id}/draft', { params })).draft;
    const drafted = async () => (await draft())?.steps.find(({ stepId }) => stepId === 'work')?.description;
    return {
      page,
      api,
      params,
      webhookUrl,
      draft,
      drafted,
      published: async () => (await savedDescription(api, workflowId, 'work')) ?? null,
    };
  }

  test('is edited, tested and published while the workflow keeps running (EDIT-46)', async () => {
    const { page, api, params, webhookUrl, drafted, published } = await openActive();
    await page.getByText('Read-only while it is active').waitFor();
    await button(page, 'Edit draft').click();
    await badge(page, 'Draft').waitFor();
    await stepCard(page, 'work').waitFor();
    expect(await page.getByRole('switch', { name: 'Active' }).count()).toBe(0);
    await describeStep(page, 'work', 'drafted');
    await page.getByText(/^Autosaved/).waitFor();
    expect([await drafted(), await published()]).toEqual(['drafted', null]);
    await looksRight(page, 'draft');
    await fitsPhone(page, [button(page, 'Show published'), button(page, 'Discard draft'), button(page, 'Publish')]);

    // A test gets its data from the person: calls start the published version.
    await button(page, 'Run').click();
    const data = page.getByRole('dialog', { name: 'Run with data' });
    await data.getByText('It is a test of the draft.').waitFor();
    await data.getByRole('button', { name: 'Run with this data' }).click();
    await page.waitForURL(/tab=Last\+Run&workflowInstanceId=/);
    await badge(page, 'Test of the draft').waitFor();
    await page.getByText('Succeeded').first().waitFor();
    await page.getByRole('link', { name: 'Open run' }).click();
    await badge(page, 'Test of the draft').waitFor();
    await page.goto('/workflows');
    await page
      .getByRole('row', { name: /Orders/ })
      .getByText('Draft', { exact: true })
      .waitFor();

    // The rest by keyboard.
    await page.goto(`/workflows/${params.id}/edit`);
    await badge(page, 'Has a draft').waitFor();
    await button(page, 'Edit draft').press('Enter');
    await badge(page, 'Draft').waitFor();
    await button(page, 'Publish').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Publish the draft' });
    await dialog.getByRole('row', { name: /work: Description added/ }).waitFor();
    expect(await problemsInBothThemes(page, ['[role=dialog]'])).toEqual([]);
    await dialog.getByLabel('Name').focus();
    await page.keyboard.type('Described');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Says what it does');
    // Another tab saves the draft while the person views it.
    const seen = (await api('GET /api/workflows/{id}/draft', { params })).draft;
    const steps = (seen?.steps ?? []).map((step) => (step.stepId === 'work' ? { ...step, description: 'drafted twice' } : step));
    await api('PUT /api/workflows/{id}/draft', { params, body: { versionId: seen?.versionId ?? '', steps } });
    await dialog.getByRole('button', { name: 'Publish', disabled: false }).press('Enter');
    await dialog.getByText('The draft was not published').waitFor();
    expect(await published()).toBe(null);
    await dialog.getByRole('button', { name: 'Show the current version', disabled: false }).press('Enter');
    await dialog.getByText('drafted twice').waitFor();
    await dialog.getByText('The draft was not published').waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Publish', disabled: false }).press('Enter');
    await badge(page, 'Published, version 2').waitFor();
    expect(await published()).toBe('drafted twice');
    const runId = await postWebhook(webhookUrl, {});
    await page.goto(`/run-history/${runId}/view`);
    await badge(page, 'Described').waitFor();
    expect(await page.getByText('Test of the draft').count()).toBe(0);
  });

  test('restores an old version, is compared and named in the history, and is discarded', async () => {
    const { page, api, params, draft, published } = await openActive();
    const { versionId, steps } = (await api('GET /api/workflows/{id}', { params })).workflow;
    const next = steps.map((step) => (step.stepId === 'work' ? { ...step, description: 'second' } : step));
    const saved = (await api('PUT /api/workflows/{id}/draft', { params, body: { versionId, steps: next } })).draft;
    await api('POST /api/workflows/{id}/draft/publish', { params, body: { versionId: saved?.versionId ?? '' } });
    await page.reload();
    await badge(page, 'Published, version 2').waitFor();
    await page.getByRole('tab', { name: 'Version History' }).click();
    const versions = page.getByRole('list', { name: 'Versions' }).getByRole('button');
    await expect.poll(() => versions.count()).toBe(2);
    await button(page, 'Name and note').click();
    const naming = page.getByRole('dialog', { name: 'Name and note of this version' });
    await naming.getByLabel('Name').fill('Second');
    await naming.getByLabel('Note').fill('Describes the work');
    await naming.getByRole('button', { name: 'Save' }).click();
    await versions.first().getByText('Second', { exact: true }).waitFor();
    await page.getByText('Describes the work').waitFor();
    await page.getByRole('button', { name: /Compare with/ }).click();
    await page.getByRole('option', { name: /^Version 1/ }).click();
    await page.getByRole('row', { name: /work: Description added/ }).waitFor();
    // Reloads first: React Aria's last announcement is still in its live region, without the element that named it.
    await page.reload();
    await versions.first().waitFor();
    expect(await problemsInBothThemes(page)).toEqual([]);

    await versions.nth(1).click();
    await button(page, 'Restore into draft').click();
    await badge(page, 'Draft').waitFor();
    await stepCard(page, 'work').waitFor();
    expect((await draft())?.steps.find(({ stepId }) => stepId === 'work')?.description ?? null).toBe(null);
    expect(await published()).toBe('second');

    const discarded = (await draft())?.steps;
    await button(page, 'Discard draft').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await badge(page, 'Published, version 2').waitFor();
    expect(await draft()).toBeNull();
    await page.getByRole('button', { name: /^Undo/, disabled: false }).press('Enter');
    await badge(page, 'Has a draft').waitFor();
    expect((await draft())?.steps).toEqual(discarded);
    await button(page, 'Edit draft').press('Enter');
    await badge(page, 'Draft').waitFor();
  });

  test('tells the second of two tabs what the first has saved, and a stale draft isn’t published', async () => {
    const { page, api, params, draft, drafted, published } = await openActive();
    await button(page, 'Edit draft').click();
    await badge(page, 'Draft').waitFor();
    const other = await page.context().newPage();
    await other.goto(`/workflows/${params.id}/edit?draft=1`);
    await stepCard(other, 'work').waitFor();
    await describeStep(page, 'work', 'of the first tab');
    await expect.poll(drafted).toBe('of the first tab');
    await describeStep(other, 'work', 'of the second tab');
    await other.getByText('This draft was saved, published or discarded elsewhere').waitFor();
    expect(await problemsInBothThemes(other)).toEqual([]);
    await button(other, 'See the difference').press('Enter');
    const difference = other.getByRole('dialog', { name: 'What differs' });
    await difference.getByText('of the first tab').waitFor();
    await difference.getByRole('button', { name: 'Overwrite', disabled: false }).press('Enter');
    await expect.poll(drafted).toBe('of the second tab');
    await other.close();

    // Other steps are published while the draft waits.
    await page.reload();
    await badge(page, 'Draft').waitFor();
    await stepCard(page, 'work').waitFor();
    await api('POST /api/workflows/{id}/deactivate', { params });
    const { versionId, steps } = (await api('GET /api/workflows/{id}', { params })).workflow;
    const body = { versionId, steps: steps.map((step) => (step.stepId === 'work' ? { ...step, description: 'of a colleague' } : step)) };
    await api('PUT /api/workflows/{id}', { params, body });
    await api('POST /api/workflows/{id}/activate', { params });
    await button(page, 'Publish').click();
    const dialog = page.getByRole('dialog', { name: 'Publish the draft' });
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await dialog.getByText('The draft was not published').waitFor();
    expect([await published(), await drafted()]).toEqual(['of a colleague', 'of the second tab']);
    await dialog.getByRole('button', { name: 'Show the current version' }).click();
    await dialog.getByText('of a colleague').waitFor();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await badge(page, /^Published, version/).waitFor();
    expect([await published(), await draft()]).toEqual(['of the second tab', null]);
  });

  test('waits while its workflow is inactive: it is adopted, or continues after an activation that says so', async () => {
    const { page, api, params, draft, published } = await openActive();
    await button(page, 'Edit draft').click();
    await badge(page, 'Draft').waitFor();
    await stepCard(page, 'work').waitFor();
    await describeStep(page, 'work', 'drafted');
    await expect.poll(async () => (await draft())?.steps.find(({ stepId }) => stepId === 'work')?.description).toBe('drafted');
    // Deactivated elsewhere, between two changes of the person.
    await api('POST /api/workflows/{id}/deactivate', { params });
    await describeStep(page, 'work', 'drafted more');
    await page.getByText('This workflow was deactivated elsewhere').waitFor();
    await button(page, 'Save into the workflow').press('Enter');
    await expect.poll(published).toBe('drafted more');
    expect((await draft())?.steps.find(({ stepId }) => stepId === 'work')?.description).toBe('drafted');

    // The remaining draft, by keyboard.
    await page.goto(`/workflows/${params.id}/edit`);
    await page.getByText('A draft was left when this workflow was deactivated').waitFor();
    expect(await problemsInBothThemes(page)).toEqual([]);
    await page.goto('/workflows');
    await page.getByRole('link', { name: 'Orders' }).first().waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Search workflows/ }).waitFor();
    await page.keyboard.type('activate orders');
    await page.getByRole('option', { name: 'Activate Orders', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('The draft of “Orders” isn’t published').first().waitFor();
    expect([await published(), (await draft())?.steps.length]).toEqual(['drafted more', 2]);

    await api('POST /api/workflows/{id}/deactivate', { params });
    await page.goto(`/workflows/${params.id}/edit`);
    await button(page, 'Take it over').press('Enter');
    await page.getByText('The draft is in the workflow now.').first().waitFor();
    expect([await published(), await draft()]).toEqual(['drafted', null]);
    await stepCard(page, 'work').focus();
    await page.keyboard.press('Control+z');
    await expect.poll(published).toBe('drafted more');
  });
});
