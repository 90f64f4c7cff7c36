import type { Locator, Page } from 'playwright-core';

/** Clicks something that closes its own page. The page may be gone before the browser has confirmed the click, which Playwright reports as an error. */
export async function closeByClick(page: Page, target: Locator): Promise<void> {
  await Promise.all([page.waitForEvent('close'), target.click().catch(ignoreClosedPage)]);
}

/** @throws every other error */
function ignoreClosedPage(error: Error): void {
  if (!error.message.includes('Target page, context or browser has been closed')) throw error;
}
