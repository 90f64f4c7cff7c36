import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildEntryPath, MANIFEST_FILE, type PublishedVersion, REMOTE_ENTRY_FILE } from '@portage/registry';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';
import { SECURITY_HEADERS } from '../../worker/security-headers.ts';
import { launchBrowser, openTab, signedInUser } from './browser.ts';
import type { AreaBuild } from './builds.ts';
import { type FaultyServer, startFaultyServer } from './faulty-server.ts';

export interface Product {
  server: FaultyServer;
  /** A tab in which `user` is signed in. */
  page: Page;
  browser: Browser;
  /** Where the builds are. */
  folders: { shell: string; areas: string };
  live(area: string, version: string): void;
  shown(area: string, version: string): Promise<void>;
  choose(entry: string): Promise<void>;
}

/**
 * The built shell and areas behind their own server, with a browser: a server and a tab per test, a browser per file, builds for all files.
 * Call it at the top of a test file.
 *
 * @param areas versions in `shared-builds.ts`; the first one of each area is live
 * @param user signed in at the start; null if nobody is.
 */
export function startProduct(areas: Pick<AreaBuild, 'area' | 'version'>[], user: Record<string, unknown> | null = signedInUser()): Product {
  const folders = inject('builds');
  let browser: Browser;
  const product = {
    folders,
    live: (area: string, version: string) => {
      product.server.registry.areas[area] = published(folders.areas, area, version);
    },
    shown: (area: string, version: string) =>
      product.page
        .getByTestId('version')
        .filter({ hasText: `${area} ${version}` })
        .waitFor(),
    choose: (entry: string) => product.page.getByRole('navigation').getByRole('link', { name: entry, exact: true }).click(),
  } as Product;

  beforeAll(async () => {
    browser = await launchBrowser();
  });

  beforeEach(async () => {
    product.server = await startFaultyServer(folders, SECURITY_HEADERS);
    for (const { area, version } of areas.toReversed()) product.live(area, version);
    product.browser = browser;
    product.page = await openTab(browser, user);
  });

  afterEach(async () => {
    await product.page.context().close();
    await product.server.close();
  });

  afterAll(async () => {
    await browser.close();
  });

  return product;
}

/** A version's registry entry, as a deploy writes it. */
function published(areas: string, area: string, version: string): PublishedVersion {
  const hashOf = (file: string) =>
    `sha256-${createHash('sha256')
      .update(readFileSync(join(areas, area, version, file)))
      .digest('base64')}`;
  return {
    version,
    entry: buildEntryPath(area, version),
    integrity: { manifest: hashOf(MANIFEST_FILE), remoteEntry: hashOf(REMOTE_ENTRY_FILE) },
  };
}
