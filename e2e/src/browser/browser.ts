import { type Browser, chromium, type Page } from 'playwright-core';
import { FLAGS, newProfile, type Profile, takeProfile } from '../../../tools/test-settings/browser-profiles.ts';
import { common } from '../../../tools/test-settings/projects.ts';
import { chromiumPath } from './chromium-path.ts';
import { tellFailedPages } from './failed-page.ts';

let browser: Browser | null = null;

/** One Chromium for all files of a test process: starting it costs more processor time than most tests. */
async function sharedBrowser(): Promise<Browser> {
  if (!browser?.isConnected()) browser = await chromium.launch({ executablePath: chromiumPath(), args: FLAGS });
  return browser;
}

export interface OpenBrowser {
  browser: Browser;
  page: Page;
  /** The page's console errors and uncaught exceptions. */
  problems: string[];
  close(): Promise<void>;
}

const openProfiles = new Set<Profile>();

interface BrowserSettings {
  /** Also reloads scripts that another test has loaded. */
  hasEmptyCaches?: boolean;
  /** The browser's language; default American English. */
  locale?: string;
}

/** A fresh browser profile with one page. */
export async function launchBrowser(
  baseUrl: string,
  size = { width: 1440, height: 900 },
  { hasEmptyCaches = false, locale = 'en-US' }: BrowserSettings = {},
): Promise<OpenBrowser> {
  const browser = await sharedBrowser();
  const profile = await (hasEmptyCaches ? newProfile : takeProfile)(browser, {
    baseURL: baseUrl,
    timeoutMs: common.expect.poll.timeout,
    viewport: size,
    locale,
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
  });
  openProfiles.add(profile);
  const page = await profile.context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(String(error)));
  const close = async () => {
    if (!openProfiles.delete(profile)) return;
    const hasFailed = await tellFailedPages(profile.pages(), problems);
    await (hasFailed ? profile.close() : profile.giveBack());
  };
  return { browser, page, problems, close };
}

/** Closes what a test file left open. */
export async function closeOpenProfiles(): Promise<void> {
  await Promise.all([...openProfiles].map((profile) => profile.close()));
  openProfiles.clear();
}
