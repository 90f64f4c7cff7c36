import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openAccountMenu, pressLogout } from '../../../tools/test-settings/account-menu.ts';
import { openTab, signedInUser } from '../product/browser.ts';
import { startProduct } from '../product/product.ts';

const product = startProduct([{ area: 'workflows', version: 'one' }]);

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** Problems that axe finds, except on the fixture's own page. */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(context: object): Promise<{ violations: Violation[] }> } };
    return (await axe.run({ exclude: ['[data-testid="page"]'] })).violations;
  });
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
}

type Act = (page: Page) => Promise<unknown>;

const scenarios: [name: string, path: string, user: Record<string, unknown> | null, act?: Act][] = [
  ['sign-in', '/signin', null],
  ['sign-in with errors', '/signin', null, (page) => page.getByRole('button', { name: 'Sign in' }).click()],
  ['sign-up', '/signup', null],
  ['forgotten password', '/forgot-password', null],
  ['password reset', '/reset-password?token=x', null],
  ['first questions', '/userinfo', signedInUser()],
  ['the frame', '/workflows', signedInUser()],
  ['the admin’s frame', '/workflows', signedInUser({ roles: ['ADMIN'] })],
  ['a page that is not there', '/nowhere', signedInUser()],
  ['an area that failed', '/connectors', signedInUser()],
  ['the question before signing out', '/workflows', signedInUser(), (page) => pressLogout(page)],
  ['the account menu', '/workflows', signedInUser(), (page) => openAccountMenu(page)],
  ['the folded sidebar', '/workflows', signedInUser(), (page) => page.getByRole('button', { name: 'Fold the menu' }).click()],
];

describe.for(['light', 'dark'] as const)('in the %s theme', (colorScheme) => {
  test.for(scenarios)('%s is accessible', async ([, path, user, act]) => {
    const page = await openTab(product.browser, user, { colorScheme, bypassCSP: true, reducedMotion: 'reduce' });
    await page.goto(product.server.origin + path);
    await page.getByRole('heading').first().waitFor();
    await act?.(page);
    expect(await findings(page)).toEqual([]);
    await page.context().close();
  });
});

test('on a narrow screen the menu opens over the page, traps the focus, and returns it on Escape', async () => {
  const page = await openTab(product.browser, signedInUser(), { viewport: { width: 390, height: 780 }, bypassCSP: true });
  await page.goto(`${product.server.origin}/workflows`);
  await page.getByTestId('version').waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole('button', { name: 'Open the menu' }).press('Enter');
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByRole('link', { name: 'Run History' }).waitFor();
  expect(await findings(page)).toEqual([]);
  for (let step = 0; step < 8; step += 1) {
    await page.keyboard.press('Tab');
    await expect
      .poll(() => page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null))
      .toBe(true);
  }
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Open the menu');

  await page.keyboard.press('Enter');
  await menu.getByRole('link', { name: 'Run History' }).click();
  await menu.waitFor({ state: 'hidden' });
  await page.waitForURL('**/run-history');
  await page.context().close();
});

test('the whole frame is reachable by keyboard, in reading order', async () => {
  const { page, server } = product;
  await page.goto(`${server.origin}/workflows`);
  await product.shown('workflows', 'one');
  const stops: string[] = [];
  for (let step = 0; step < 13; step += 1) {
    await page.keyboard.press('Tab');
    stops.push(await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? ''));
  }
  expect(stops).toEqual([
    'Skip to the page',
    'Portage, to the start page',
    'Dashboard',
    'Workflows',
    'Playbooks & Templates',
    'Run History',
    'Connectors',
    'Billing',
    'Fold the menu (Ctrl+B)',
    'Find anything (Ctrl K)',
    'Help',
    'demo@portage.local',
    '0',
  ]);
});

test('the account menu works with the keyboard alone and returns the focus', async () => {
  const { page, server } = product;
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  await page.goto(`${server.origin}/workflows`);
  await product.shown('workflows', 'one');
  const opener = page.getByRole('button', { name: 'demo@portage.local' });
  await opener.press('ArrowUp');
  await expect.poll(focused).toBe('Logout');
  await page.keyboard.press('ArrowDown');
  await expect.poll(focused).toBe('Accountdemo@portage.local');
  await page.keyboard.press('d');
  await expect.poll(focused).toBe('Dark');
  await page.keyboard.press('Enter');
  await page.locator('html[data-theme="dark"]').waitFor();
  await page.getByRole('menuitemradio', { name: 'Dark', checked: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);

  await page.keyboard.press('Enter');
  await expect.poll(focused).toBe('Accountdemo@portage.local');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/account');
});

test('the sidebar folds to icons with their names, by button and by key, and stays folded', async () => {
  const { page, server } = product;
  const width = async () => (await page.locator('aside').boundingBox())?.width;
  await page.goto(`${server.origin}/workflows`);
  await product.shown('workflows', 'one');
  expect(await width()).toBe(270);
  await page.keyboard.press('Control+b');
  await expect.poll(width).toBe(64);
  await page.reload();
  await product.shown('workflows', 'one');
  expect(await width()).toBe(64);
  const label = page.getByRole('link', { name: 'Run History' }).locator('span');
  expect((await label.boundingBox())?.width).toBe(1);
  await page.getByRole('link', { name: 'Run History' }).hover();
  await expect.poll(async () => (await label.boundingBox())?.x).toBe(64);
  await page.getByRole('button', { name: 'Unfold the menu' }).click();
  await expect.poll(width).toBe(270);
});
