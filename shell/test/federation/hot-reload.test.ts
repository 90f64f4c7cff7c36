import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { areaConfig } from '@portage/area-build';
import { createRsbuild, mergeRsbuildConfig } from '@rsbuild/core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SECURITY_HEADERS } from '../../worker/security-headers.ts';
import { launchBrowser, openTab, signedInUser } from '../product/browser.ts';
import { buildShell, copyFixture, temporaryFolder } from '../product/builds.ts';
import { type FaultyServer, startFaultyServer } from '../product/faulty-server.ts';

const folder = temporaryFolder();
const fixture = copyFixture();
const before = process.env.NODE_ENV;
let browser: Browser;
let server: FaultyServer;
let developmentServer: { close(): Promise<void>; port: number };

beforeAll(async () => {
  await buildShell(`${folder.path}/shell`, 'development');
  process.env.NODE_ENV = 'development';
  const rsbuild = await createRsbuild({
    cwd: fixture.path,
    callerName: 'rsbuild',
    rsbuildConfig: mergeRsbuildConfig(areaConfig({ area: 'workflows', version: 'dev', root: fixture.path, developmentPort: 27_180 }), {
      mode: 'development',
      logLevel: 'error',
      source: { define: { FIXTURE: JSON.stringify({ area: 'workflows', version: 'dev', renderFails: false }) } },
    }),
  });
  const started = await rsbuild.startDevServer();
  developmentServer = { close: () => started.server.close(), port: started.port };
  server = await startFaultyServer({ shell: `${folder.path}/shell`, areas: folder.path }, SECURITY_HEADERS);
  browser = await launchBrowser();
});

afterAll(async () => {
  process.env.NODE_ENV = before;
  await browser?.close();
  await server?.close();
  await developmentServer?.close();
  fixture.remove();
  folder.remove();
});

test('trap 3: a changed file of an area shows in the full product at once, and the page keeps its state', async () => {
  server.registry.development = { areas: ['workflows'] };
  server.developmentPort = developmentServer.port;
  const page = await openTab(browser, signedInUser());
  await page.goto(`${server.origin}/workflows`);
  await page.getByTestId('label').filter({ hasText: 'as built' }).waitFor();
  await page.getByText('mfe-workflows runs from your machine (hot reload)').waitFor();
  await page.getByTestId('count').click();

  const file = join(fixture.path, 'src/page.tsx');
  writeFileSync(file, readFileSync(file, 'utf8').replace('as built', 'as changed'));
  await page.getByTestId('label').filter({ hasText: 'as changed' }).waitFor();
  expect(await page.getByTestId('count').textContent()).toBe('1');
});
