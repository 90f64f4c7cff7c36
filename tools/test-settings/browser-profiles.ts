import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { CHROMIUM_FLAGS } from './chromium-flags.ts';

/** A browser profile for one test after another. Its caches stay; what a person leaves in a browser is cleared. */
export interface Profile {
  context: BrowserContext;
  /** Pages that the test has opened. */
  pages(): Page[];
  giveBack(): Promise<void>;
  close(): Promise<void>;
}

export interface ProfileOptions extends BrowserContextOptions {
  baseURL: string;
  timeoutMs: number;
}

/** For a Chromium that reuses profiles: a page at an address shown before finds its scripts compiled, half of a page's cost. */
export const FLAGS = [...CHROMIUM_FLAGS, '--process-per-site'];

const idle = new Map<string, Profile[]>();
/** An empty page of the address in every profile: it keeps that address's process alive and its storage accessible. */
const emptyPages = new WeakMap<BrowserContext, Page>();

/** An idle profile without cookies, storage or granted permissions, except for the ones in the options. */
export async function takeProfile(browser: Browser, options: ProfileOptions): Promise<Profile> {
  const profile = idle.get(JSON.stringify(options))?.pop();
  return profile?.context.browser()?.isConnected() ? profile : newProfile(browser, options);
}

/** A profile with empty caches, for a test of what is loaded and when. */
export async function newProfile(browser: Browser, options: ProfileOptions): Promise<Profile> {
  const { timeoutMs, ...contextOptions } = options;
  const context = await browser.newContext(contextOptions);
  const emptyPage = await openEmptyPage(context, options.baseURL);
  context.setDefaultTimeout(timeoutMs);
  const made: Profile = {
    context,
    pages: () => context.pages().filter((page) => page !== emptyPage),
    async giveBack() {
      await Promise.all(made.pages().map((page) => page.close()));
      await forget(context, emptyPage, options);
      const key = JSON.stringify(options);
      idle.set(key, [...(idle.get(key) ?? []), made]);
    },
    close: () => context.close(),
  };
  return made;
}

/** Writes to the storage that a profile has for its address. */
export async function store(context: BrowserContext, name: string, text: string): Promise<void> {
  const emptyPage = emptyPages.get(context);
  if (!emptyPage) throw new Error('Not a profile that takeProfile has given.');
  await emptyPage.evaluate(([name = '', text = '']) => localStorage.setItem(name, text), [name, text]);
}

async function openEmptyPage(context: BrowserContext, baseUrl: string): Promise<Page> {
  const page = await context.newPage();
  const address = new URL('/empty-page-of-the-tests', baseUrl).href;
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: '<title>Empty</title>' }));
  await page.goto(address);
  await page.unroute(address);
  emptyPages.set(context, page);
  return page;
}

async function forget(context: BrowserContext, emptyPage: Page, { baseURL, permissions, timeoutMs }: ProfileOptions): Promise<void> {
  context.setDefaultTimeout(timeoutMs);
  await emptyPage.evaluate(() => localStorage.clear());
  const session = await context.newCDPSession(emptyPage);
  const storageTypes = 'indexeddb,cache_storage,service_workers,file_systems';
  await session.send('Storage.clearDataForOrigin', { origin: new URL(baseURL).origin, storageTypes });
  await session.detach();
  await Promise.all([context.clearCookies(), context.clearPermissions()]);
  if (permissions) await context.grantPermissions(permissions);
}
