import axe from 'axe-core';
import type { Page } from 'playwright-core';

const looks = 3;

/**
 * Problems that axe finds on a page, one line per rule and element. axe reads a page piece by piece: on a busy machine
 * a theme change may arrive halfway and mix both themes' colours. A real problem is one that every check finds.
 *
 * @param within selectors of the parts to check; otherwise the whole page
 */
export async function accessibilityProblems(page: Page, within: readonly string[] = ['html']): Promise<string[]> {
  // Loading axe costs a third of a check, and most pages are checked twice.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  let problems = await look(page, within);
  for (let again = 1; again < looks && problems.length > 0; again += 1) {
    const found = new Set(await look(page, within));
    problems = problems.filter((problem) => found.has(problem));
  }
  return problems;
}

/** The same in light and in dark, each line with its theme; the page is light afterwards. */
export async function problemsInBothThemes(page: Page, within?: readonly string[]): Promise<string[]> {
  const problems: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    problems.push(...(await accessibilityProblems(page, within)).map((problem) => `${colorScheme}: ${problem}`));
  }
  return problems;
}

async function look(page: Page, within: readonly string[]): Promise<string[]> {
  await settle(page);
  return page.evaluate(async (include) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
      { include: include.map((selector) => [selector]) },
      {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      },
    );
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
  }, within);
}

/** Colours in transition between themes belong to neither. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)));
    await frame();
  });
}
