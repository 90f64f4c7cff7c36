import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { signUp } from '../api/session.ts';
import { accessibilityProblems } from '../browser/accessibility.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';

const steps = (triggerType: 'Manual' | 'Webhook') => [
  { stepId: 'start', type: 'Trigger', triggerType, nextStepId: 'work' },
  { stepId: 'work', type: 'CustomScript', script: 'return 1' },
];

/** The names in the list, from top to bottom. */
const readNames = (page: Page) => page.getByRole('table', { name: 'Workflows' }).locator('tbody td:first-child a').allTextContents();
const folderLink = (page: Page, name: string, count: number) =>
  page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name: new RegExp(`^${name}\\s+${count}\\s+workflows?$`) });
const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });

type Box = Awaited<ReturnType<Locator['boundingBox']>>;
const right = (box: Box) => (box ? box.x + box.width : Number.NaN);

/** Whether the part is within its container's height. */
async function isInSight(part: Locator, whole: Locator): Promise<boolean> {
  const [inner, outer] = [await part.boundingBox(), await whole.boundingBox()];
  return inner !== null && outer !== null && inner.y >= outer.y - 1 && inner.y + inner.height <= outer.y + outer.height + 1;
}

/** Postpones React's deferred rendering, as a busy machine does. @returns a function that resumes it */
async function putOffRendering(page: Page): Promise<() => Promise<void>> {
  const putOff = await page.evaluateHandle(() => {
    const { postMessage } = MessagePort.prototype;
    const held: (() => void)[] = [];
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
      held.push(() => postMessage.call(this, message));
    };
    return () => {
      MessagePort.prototype.postMessage = postMessage;
      for (const send of held) send();
    };
  });
  return () => putOff.evaluate((goOn) => goOn());
}

describe('the list of workflows', () => {
  let opened: OpenBrowser;
  afterEach(() => opened.close());

  async function openAs(person: Awaited<ReturnType<typeof signUp>>): Promise<Page> {
    opened = await launchBrowser(sharedBaseUrl());
    await signInAs(opened.page, person);
    await opened.page.goto('/workflows');
    return opened.page;
  }

  test('the list is requested while the page’s files load, and the page shows that response', async () => {
    const person = await signUp(sharedBaseUrl());
    await person.api('POST /api/workflows', { body: { name: 'Listed', steps: steps('Manual') as never } });
    opened = await launchBrowser(sharedBaseUrl());
    const { page } = opened;
    await signInAs(page, person);
    const list = Promise.withResolvers<void>();
    await page.route('**/api/workflows?**', async (route) => {
      const response = await route.fetch();
      // Another request would show the workflow's real name.
      await page.unroute('**/api/workflows?**');
      await route.fulfill({ response, body: (await response.text()).replace('"Listed"', '"Requested ahead"') });
      list.resolve();
    });
    await page.route('**/mfe/workflows/**/__federation_expose_app.*', async (route) => {
      await list.promise;
      await route.continue();
    });
    await page.goto('/workflows', { waitUntil: 'commit' });
    await page.getByRole('link', { name: 'Requested ahead' }).waitFor();
  });

  test('typing is one step of the history, even if the list arrives after the next letter', async () => {
    const person = await signUp(sharedBaseUrl());
    for (const name of ['beta', 'Live hook']) await person.api('POST /api/workflows', { body: { name, steps: steps('Manual') as never } });
    const page = await openAs(person);
    await page.getByRole('link', { name: 'Live hook' }).waitFor();
    const field = page.getByRole('searchbox', { name: 'Name' });
    const goOn = await putOffRendering(page);
    await field.press('E');
    await page.waitForURL('**/workflows?name=E');
    await field.press('T');
    await page.waitForURL('**/workflows?name=ET');
    await goOn();
    await expect.poll(() => readNames(page)).toEqual(['beta']);
    expect(await field.inputValue()).toBe('ET');
    await page.goBack();
    await expect.poll(() => readNames(page)).toHaveLength(2);
    await expect.poll(() => field.inputValue()).toBe('');
    expect(new URL(page.url()).search).toBe('');
  });

  test('is searched, sorted and organised into folders by mouse', async () => {
    const person = await signUp(sharedBaseUrl());
    const { api } = person;
    for (const name of ['beta', 'Alpha', 'gamma']) await api('POST /api/workflows', { body: { name, steps: steps('Manual') as never } });
    const live = await api('POST /api/workflows', { body: { name: 'Live hook', steps: steps('Webhook') as never } });
    await api('POST /api/workflows/{id}/activate', { params: { id: live.workflow.id } });
    const { workflowInstanceId } = await api('POST /api/workflows/{id}/run', { params: { id: live.workflow.id } });
    await expect
      .poll(async () => (await api('GET /api/workflows/find-instances')).workflowInstances.map(({ id, status }) => [id, status]))
      .toEqual([[workflowInstanceId, 'Succeeded']]);
    const page = await openAs(person);

    await page.getByRole('link', { name: 'Live hook' }).waitFor();
    expect(await page.getByRole('columnheader').allTextContents()).toEqual(['Name', 'Last Run At', 'Active', 'Action']);
    await row(page, 'Live hook').getByText('Webhook', { exact: true }).waitFor();
    await row(page, 'beta').getByText('By hand').waitFor();
    expect(await page.getByRole('list', { name: 'Last runs of Live hook: 1 Succeeded' }).getByRole('link').getAttribute('href')).toBe(
      `/run-history/${workflowInstanceId}/view`,
    );

    // Typing is a search, one step of the history, and leaves the focus in the field.
    const field = page.getByRole('searchbox', { name: 'Name' });
    await field.pressSequentially('ET');
    await expect.poll(() => readNames(page)).toEqual(['beta']);
    expect(new URL(page.url()).searchParams.get('name')).toBe('ET');
    await page.getByText('1–1 of 1').waitFor();
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.goBack();
    await expect.poll(() => readNames(page)).toHaveLength(4);
    await expect.poll(() => field.inputValue()).toBe('');

    const header = page.getByRole('columnheader', { name: 'Name' });
    await header.getByRole('button').click();
    await expect.poll(() => readNames(page)).toEqual(['Alpha', 'beta', 'gamma', 'Live hook']);
    await header.getByRole('button').click();
    await expect.poll(() => readNames(page)).toEqual(['Live hook', 'gamma', 'beta', 'Alpha']);
    await page.reload();
    await expect.poll(() => readNames(page)).toEqual(['Live hook', 'gamma', 'beta', 'Alpha']);
    expect(await header.getAttribute('aria-sort')).toBe('descending');

    await page.getByRole('button', { name: 'Add folder' }).click();
    await page.getByRole('dialog', { name: 'Add Folder' }).getByLabel('Folder Name').fill('Finance');
    await page.getByRole('dialog', { name: 'Add Folder' }).getByRole('button', { name: 'Add Folder' }).click();
    await page.getByText('No workflows here').waitFor();
    await folderLink(page, 'All workflows', 4).click();
    await page.getByRole('link', { name: 'Live hook' }).dragTo(folderLink(page, 'Finance', 0));
    await page.getByText('Moved to “Finance”.').waitFor();
    await folderLink(page, 'Finance', 1).click();
    await expect.poll(() => readNames(page)).toEqual(['Live hook']);
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      expect(await accessibilityProblems(page), theme).toEqual([]);
    }
  });

  test('several are changed at once by keyboard: those that fail are named and stay selected, and Undo brings deleted ones back', async () => {
    const person = await signUp(sharedBaseUrl());
    const broken = steps('Manual').map((step) => ({ ...step, ...(step.script && { script: '' }) }));
    for (const [name, its] of Object.entries({ beta: steps('Manual'), Alpha: steps('Manual'), gamma: steps('Manual'), Broken: broken }))
      await person.api('POST /api/workflows', { body: { name, steps: its as never } });
    const page = await openAs(person);
    const press = async (name: string, key: string) => {
      await page.getByRole('checkbox', { name, exact: true }).focus();
      await page.keyboard.press(key);
    };
    await page.getByRole('link', { name: 'Broken' }).waitFor();
    await press('Select Broken', 'Space');
    await page.getByText('1 selected').waitFor();
    await press('Select Alpha', 'Shift+Space');
    await page.getByText('3 selected').waitFor();
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      expect(await accessibilityProblems(page), theme).toEqual([]);
    }
    await page.getByRole('button', { name: 'Activate', disabled: false }).press('Enter');
    await page.getByText('“Broken”: Step “work”: Please input Script').waitFor();
    await page.getByText('2 workflows activated.').waitFor();
    await page.getByText('1 selected').waitFor();
    expect(await page.getByRole('checkbox', { name: 'Select Broken' }).isChecked()).toBe(true);
    const { workflows } = await person.api('GET /api/workflows', { query: { activeOnly: true } });
    expect(workflows.map(({ name }) => name)).toEqual(['gamma', 'Alpha']);

    await press('Select beta', 'Space');
    await page.getByRole('button', { name: 'Delete', exact: true, disabled: false }).press('Enter');
    const question = page.getByRole('alertdialog');
    await question.getByText('“Broken” and “beta” will be deleted').waitFor();
    await question.getByRole('button', { name: 'Delete', disabled: false }).press('Enter');
    await expect.poll(() => readNames(page)).toEqual(['gamma', 'Alpha']);
    const all = page.getByRole('checkbox', { name: 'Select all on this page' });
    await expect.poll(() => all.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: 'Undo “Broken” and “beta”', disabled: false }).press('Enter');
    await expect.poll(() => readNames(page)).toEqual(['Broken', 'gamma', 'Alpha', 'beta']);
  });

  test('shows the run that a person returns from (WFL-08)', async () => {
    const person = await signUp(sharedBaseUrl());
    await person.api('POST /api/workflows', { body: { name: 'Orders', steps: steps('Manual') as never } });
    const page = await openAs(person);
    await row(page, 'Orders').getByText('No runs yet').waitFor();
    await row(page, 'Orders').getByRole('button', { name: 'Run', exact: true }).click();
    await page.waitForURL('**/run-history/*/view');
    await expect.poll(async () => (await person.api('GET /api/workflows/find-instances')).totalCount).toBe(1);
    await page.goBack();
    await page.getByRole('list', { name: 'Last runs of Orders: 1 Succeeded' }).waitFor();
    expect(await row(page, 'Orders').getByText('No runs yet').count()).toBe(0);
  });

  test('is sorted and reordered by keyboard alone; F6 reaches Undo', async () => {
    const person = await signUp(sharedBaseUrl());
    const make = (name: string) => person.api('POST /api/workflows', { body: { name, steps: steps('Manual') as never } });
    const beta = await make('beta');
    await make('Alpha');
    await person.api('POST /api/workflow-folders', { body: { name: 'Finance' } });
    const page = await openAs(person);
    const header = page.getByRole('columnheader', { name: 'Name' });
    await header.getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => readNames(page)).toEqual(['Alpha', 'beta']);
    expect(await header.getAttribute('aria-sort')).toBe('ascending');

    await row(page, 'beta').getByRole('button', { name: 'Edit: more' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Move to folder' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Move to Folder' });
    await dialog.getByRole('radio', { name: 'No folder' }).focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => dialog.getByRole('radio', { name: 'Finance' }).isChecked()).toBe(true);
    await dialog.getByRole('button', { name: 'Move', exact: true }).focus();
    await page.keyboard.press('Enter');
    await folderLink(page, 'Finance', 1).waitFor();
    await dialog.waitFor({ state: 'detached' });

    await header.getByRole('button').focus();
    await page.keyboard.press('F6');
    const undo = page.getByRole('button', { name: 'Undo “beta”' });
    await expect.poll(() => undo.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await folderLink(page, 'Finance', 0).waitFor();
    await page.getByText('“beta” was moved back.').waitFor();
    await expect.poll(() => header.getByRole('button').evaluate((element) => element === document.activeElement)).toBe(true);

    const run = { params: { id: beta.workflow.id } };
    for (let runs = 0; runs < 10; runs += 1) await person.api('POST /api/workflows/{id}/test-run', run);
    await expect.poll(async () => (await person.api('GET /api/workflows/find-instances')).totalCount).toBe(10);
    await page.setViewportSize({ width: 360, height: 844 });
    await page.reload();
    // Older runs make room: the newest stays inside its card, and the keyboard reaches all of them.
    const strip = page.getByRole('list', { name: /^Last runs of beta/ });
    await expect.poll(() => strip.getByRole('link').count()).toBe(10);
    const [newest, cell] = [await strip.getByRole('link').first().boundingBox(), await strip.locator('xpath=..').boundingBox()];
    expect(right(newest)).toBeLessThanOrEqual(right(cell));
    await strip.getByRole('link').first().focus();
    for (let presses = 0; presses < 9; presses += 1) await page.keyboard.press('ArrowLeft');
    const oldest = strip.getByRole('link').last();
    await expect.poll(() => oldest.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await isInSight(oldest, strip)).toBe(true);

    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByLabel('Sort by').selectOption('-name');
    await expect.poll(() => readNames(page)).toEqual(['beta', 'Alpha']);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
  });
});
