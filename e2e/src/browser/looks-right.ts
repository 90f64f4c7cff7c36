import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityProblems } from './accessibility.ts';

/** A folder for pictures to look at; absent: none are taken. */
const shots = process.env.PORTAGE_SCREENSHOTS;
const PHONE = { width: 390, height: 844 };
/** What a window of 1280 by 800 shows at 200 % zoom. */
const ZOOMED = { width: 640, height: 400 };

/** Checks that the page is accessible in both themes, and fits a phone and a window at 200 % zoom without scrolling sideways. */
export async function looksRight(page: Page, name: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    expect(await accessibilityProblems(page), `${name}, ${theme}`).toEqual([]);
    if (shots) await page.screenshot({ path: `${shots}/${name}-${theme}.png` });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  const size = page.viewportSize() ?? { width: 1440, height: 900 };
  await fits(page, PHONE, `${name} on a phone`);
  if (shots) await page.screenshot({ path: `${shots}/${name}-narrow.png` });
  await fits(page, ZOOMED, `${name} at 200 %`);
  expect(await accessibilityProblems(page), `${name} at 200 %`).toEqual([]);
  await page.setViewportSize(size);
}

async function fits(page: Page, size: { width: number; height: number }, message: string): Promise<void> {
  await page.setViewportSize(size);
  // Some parts take their new form in the next frame.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), { message }).toBe(true);
}
