import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO } from '../api/session.ts';
import { accessibilityProblems } from '../browser/accessibility.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';

/** One reading of the guide, in order; each test continues where the previous one ended. */
describe('Help', () => {
  const baseUrl = sharedBaseUrl();
  let demo: OpenBrowser;
  beforeAll(async () => {
    demo = await launchBrowser(baseUrl);
    await signInAs(demo.page, DEMO);
  });
  afterAll(() => demo.close());

  test('opens from the top bar by keyboard, at the matching page', async () => {
    const { page } = demo;
    await page.goto('/workflows');
    await page.getByRole('heading', { level: 1, name: 'Workflows' }).waitFor();
    const help = page.getByRole('link', { name: 'Help', exact: true });
    const isFocused = () => help.evaluate((element) => element === document.activeElement);
    for (let presses = 0; presses < 30 && !(await isFocused()); presses += 1) await page.keyboard.press('Tab');
    expect(await isFocused()).toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/help/first-workflow');
    // From a guide page, Help opens the contents.
    await help.click();
    await page.waitForURL('**/help');
    await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor();
    expect(await page.title()).toBe('Help · Portage');
  });

  test('finds a section by its words, and a link in the page leads on', async () => {
    const { page } = demo;
    await page.getByLabel('Search the guide').fill('greater than conditions');
    await page.getByText(/\d+ sections? found/).waitFor();
    await page.getByRole('link', { name: 'Expressions and formulas: Conditions' }).click();
    await page.waitForURL('**/help/expressions#conditions');
    const heading = page.getByRole('heading', { level: 2, name: 'Conditions' });
    await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await heading.evaluate((element) => element.getBoundingClientRect().top < window.innerHeight)).toBe(true);
    expect(await page.title()).toBe('Expressions and formulas · Portage');

    await page.getByRole('article').getByRole('link', { name: 'Data Storage' }).click();
    await page.waitForURL('**/help/steps#data-storage');
    await page.getByRole('heading', { level: 1, name: 'Steps' }).waitFor();
  });

  test('says if a page doesn’t exist, and where the contents are', async () => {
    const { page } = demo;
    await page.goto('/help/no-such-page');
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    await page.getByRole('link', { name: 'Contents of the guide' }).click();
    await page.waitForURL('**/help');
  });

  test('shows cached pictures with alternative text, and reserves their space before they load', async () => {
    const { page } = demo;
    await page.goto('/help/first-workflow');
    const article = page.getByRole('article');
    const heightBefore = await article.evaluate((element) => element.scrollHeight);
    const pictures = await article.getByRole('img').all();
    expect(pictures.length).toBeGreaterThan(1);
    for (const picture of pictures) {
      await picture.scrollIntoViewIfNeeded();
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
      expect((await picture.getAttribute('alt'))?.length).toBeGreaterThan(10);
    }
    expect(await article.evaluate((element) => element.scrollHeight)).toBe(heightBefore);
    const answer = await fetch(new URL((await pictures[0]?.getAttribute('src')) ?? '', page.url()));
    expect(answer.headers.get('content-type')).toBe('image/webp');
    expect(answer.headers.get('cache-control')).toContain('immutable');
    await answer.body?.cancel();
  });

  test('is accessible in both themes, on a desktop and on a phone', async () => {
    const { page } = demo;
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      for (const path of ['/help', '/help/expressions', '/help/triggers-and-webhooks']) {
        await page.goto(path);
        await page.getByRole('article').waitFor();
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          expect(await accessibilityProblems(page), `${path} at ${width} px, ${colorScheme}`).toEqual([]);
          expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), path).toBe(true);
        }
      }
    }
    expect(demo.problems).toEqual([]);
  });
});
