import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { patience } from '../../../tools/test-settings/patience.ts';
import { tellFailedPages } from './failed-page.ts';

export { signInAs } from './sign-in.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Where Chromium is: CHROMIUM, which the test command sets, else the usual places. */
export function chromiumPath(): string {
  const known = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  const path = known.find((one) => one && existsSync(one));
  if (!path) throw new Error('No Chromium: set CHROMIUM to its path.');
  return path;
}

export interface OpenBrowser {
  browser: Browser;
  page: Page;
  /** Errors on the page's console, and uncaught exceptions. */
  problems: string[];
  close(): Promise<void>;
}

/** A browser of its own, with one page. */
export async function launchBrowser(baseUrl: string, size = { width: 1440, height: 900 }): Promise<OpenBrowser> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: FLAGS });
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport: size,
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(patience.expect.poll.timeout);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(String(error)));
  const close = async () => {
    await tellFailedPages({ browser, problems });
    await browser.close();
  };
  return { browser, page, problems, close };
}
