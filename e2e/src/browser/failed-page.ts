import type { Page } from 'playwright-core';
import type { RunnerTestCase } from 'vitest';

let running: Readonly<RunnerTestCase> | null = null;

/** Records which test the pages belong to from now on. */
export function testBegins(test: Readonly<RunnerTestCase>): void {
  running = test;
}

/** Prints what pages show when the test that closes them has failed: a missing text says little. @returns whether it has failed */
export async function tellFailedPages(pages: readonly Page[], problems: readonly string[]): Promise<boolean> {
  if (running?.result?.state !== 'fail') return false;
  for (const page of pages) {
    const text = await page
      .locator('body')
      .ariaSnapshot({ timeout: 2_000 })
      .catch((error: Error) => error.message);
    console.error(`"${running.name}" failed at ${page.url()}:\n${text.slice(0, 1_500)}\nproblems: ${problems.join('\n')}`);
  }
  return true;
}
