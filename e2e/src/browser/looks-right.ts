import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityProblems } from './accessibility.ts';

/** A folder for pictures to look at; absent: none are taken. */
const shots = process.env.PORTAGE_SCREENSHOTS;
const PHONE = { width: 390, height: 844 };

/** Checks that the page is accessible in both themes and fits a phone. */
export async function looksRight(page: Page, name: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    expect(await accessibilityProblems(page), `${name}, ${theme}`).toEqual([]);
    if (shots) await page.screenshot({ path: `${shots}/${name}-${theme}.png` });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  const size = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize(PHONE);
  // Some parts take their new form in the next frame.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), { message: `${name} fits a phone` })
    .toBe(true);
  if (shots) await page.screenshot({ path: `${shots}/${name}-narrow.png` });
  await page.setViewportSize(size);
}
