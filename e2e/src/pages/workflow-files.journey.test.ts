import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { signUp } from '../api/session.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';

const steps = [
  { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'work' },
  { stepId: 'work', type: 'CustomScript', script: 'return 1' },
];

/** As in the tab that "Impersonate" opens: the user is in the tab's own storage. */
async function impersonateSelf({ page }: OpenBrowser): Promise<void> {
  await page.evaluate(() => sessionStorage.setItem('portage:user', localStorage.getItem('portage:user') ?? ''));
  await page.goto('/workflows');
  await page.getByText('[Impersonating]').waitFor();
}

describe('workflows as files', () => {
  let opened: OpenBrowser;
  afterEach(() => opened.close());

  test('are only for impersonating admins (WFL-04, WFL-14)', async () => {
    const person = await signUp(sharedBaseUrl());
    await person.api('POST /api/workflows', { body: { name: 'Orders', steps: steps as never } });
    opened = await launchBrowser(sharedBaseUrl());
    const { page } = opened;
    await signInAs(page, person);
    await page.goto('/workflows');
    await page.getByRole('button', { name: 'Edit: more' }).click();
    await page.getByRole('menuitem', { name: 'Copy' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Export' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Import' }).count()).toBe(0);
  });

  test('leave by Export and return by Import, with their name proposed and no trigger to choose (WFL-22, WFL-23)', async () => {
    const person = await signUp(sharedBaseUrl());
    await person.api('POST /api/workflows', { body: { name: 'Orders', description: 'About', steps: steps as never } });
    opened = await launchBrowser(sharedBaseUrl());
    const { page } = opened;
    await signInAs(page, person);
    await page.goto('/workflows');
    await impersonateSelf(opened);

    await page.getByRole('button', { name: 'Edit: more' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Export' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('Orders.json');
    const path = join(tmpdir(), `${crypto.randomUUID()}.json`);
    await writeFile(path, await readFile(await download.path()));

    const importFile = async (file: string | { name: string; mimeType: string; buffer: Buffer }) => {
      const choosing = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await (await choosing).setFiles(file);
    };
    await importFile({ name: 'orders.txt', mimeType: 'text/plain', buffer: Buffer.from('{}') });
    await page.getByText('Please choose a file whose name ends in ".json".').first().waitFor();
    await importFile(path);
    const dialog = page.getByRole('dialog', { name: 'Add Workflow' });
    expect(await dialog.getByLabel('Workflow Name').inputValue()).toBe('Orders');
    expect(await dialog.getByRole('radio').count()).toBe(0);
    await dialog.getByLabel('Workflow Name').fill('Orders again');
    await dialog.getByRole('button', { name: 'Add Workflow' }).click();
    await page.waitForURL('**/workflows/*/edit');
    const id = new URL(page.url()).pathname.split('/')[2] ?? '';
    const { workflow } = await person.api('GET /api/workflows/{id}', { params: { id } });
    expect(workflow).toMatchObject({ name: 'Orders again', description: 'About', isActive: false, triggerType: 'Webhook' });
    expect(workflow.steps.map(({ stepId }) => stepId)).toEqual(['start', 'work']);
  });
});
