import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, test } from 'vitest';
import { SECURITY_HEADERS } from '../../worker/security-headers.ts';
import { launchBrowser, openSignedIn } from './browser.ts';
import { buildArea, buildShell, temporaryFolder } from './builds.ts';
import { type FaultyServer, startFaultyServer } from './faulty-server.ts';

const folder = temporaryFolder();
const folders = { shell: `${folder.path}/shell`, areas: `${folder.path}/areas` };
let browser: Browser;
let server: FaultyServer;
let page: Page;

function live(area: string, version: string): void {
  server.registry.areas[area] = { version, entry: `/mfe/${area}/${version}/mf-manifest.json` };
}

beforeAll(async () => {
  await buildShell(folders.shell);
  await buildArea(folders.areas, { area: 'workflows', version: 'one' });
  await buildArea(folders.areas, { area: 'workflows', version: 'two' });
  await buildArea(folders.areas, { area: 'connectors', version: 'one' });
  browser = await launchBrowser();
});

beforeEach(async () => {
  server = await startFaultyServer(folders, SECURITY_HEADERS);
  live('workflows', 'one');
  live('connectors', 'one');
  page = await openSignedIn(browser);
});

afterEach(async () => {
  await page.context().close();
  await server.close();
});

afterAll(async () => {
  await browser.close();
  folder.remove();
});

function shown(text: string): Promise<void> {
  return page.getByTestId('version').filter({ hasText: text }).waitFor({ timeout: 10_000 });
}

test('trap 1: both versions of an area run their own code in one page, and the old one again after a rollback', async () => {
  await page.goto(`${server.origin}/workflows`);
  await shown('workflows one');

  live('workflows', 'two');
  await page.getByRole('link', { name: 'Connectors' }).click();
  await shown('connectors one');
  await page.getByRole('link', { name: 'Workflows' }).click();
  await shown('workflows two');

  live('workflows', 'one');
  await page.getByRole('link', { name: 'Connectors' }).click();
  await shown('connectors one');
  await page.getByRole('link', { name: 'Workflows' }).click();
  await shown('workflows one');
});
