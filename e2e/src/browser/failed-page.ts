import { beforeEach, type RunnerTestCase } from 'vitest';
import type { OpenBrowser } from './browser.ts';

let running: Readonly<RunnerTestCase> | null = null;

beforeEach(({ task }) => {
  running = task;
});

/** Prints the content of a browser's pages after a failed test: that a text did not come says little by itself. */
export async function tellFailedPages({ browser, problems }: Pick<OpenBrowser, 'browser' | 'problems'>): Promise<void> {
  if (running?.result?.state !== 'fail') return;
  for (const page of browser.contexts().flatMap((context) => context.pages())) {
    const text = await page
      .locator('body')
      .ariaSnapshot({ timeout: 2_000 })
      .catch((error: Error) => error.message);
    console.error(`"${running.name}" failed at ${page.url()}:\n${text.slice(0, 1_500)}\nproblems: ${problems.join('\n')}`);
  }
}
