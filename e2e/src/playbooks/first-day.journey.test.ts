import type { Locator } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { launchBrowser } from '../browser/browser.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';

/** The number in docs/guide/playbooks.md; a page that needs more makes the first day longer. */
const CLICKS = 13;
const MOST_MS = 180_000;

test('from sign-up to the first synced record, a person who reads the pages needs few clicks and less than three minutes', async () => {
  const opened = await launchBrowser(sharedBaseUrl());
  onTestFinished(() => opened.close());
  const { page } = opened;
  let clicks = 0;
  const click = async (target: Locator) => {
    await target.click();
    clicks += 1;
  };
  const press = (name: string | RegExp) => click(page.getByRole('button', { name }).last());

  await page.goto('/signup');
  const startedMs = performance.now();
  await page.getByLabel('First name').fill('Nora');
  await page.getByLabel('Last name').fill('New');
  await page.getByLabel('Email').fill(`e2e-${crypto.randomUUID()}@example.com`);
  await page.getByRole('textbox', { name: 'Password' }).fill('a-long-password');
  await click(page.getByRole('checkbox'));
  await press('Sign up');
  await page.waitForURL('**/userinfo**');
  await press('Continue');
  await click(page.getByRole('link', { name: 'Playbooks & Templates' }));
  await press('Start Mindbody to Shopify');
  await press('Continue');
  for (const system of ['Mindbody', 'Shopify']) {
    await press(`Use simulated ${system}`);
    await page.locator('main').getByRole('radio', { checked: true }).waitFor({ state: 'attached' });
    await press('Next');
  }
  // Each system has one location, so these choices are preselected.
  for (const question of ['Mindbody location', 'Shopify location'])
    await expect.poll(() => page.getByRole('combobox', { name: question }).inputValue()).not.toBe('');
  await press('Next');
  await press('Create Playbook');
  await click(page.getByRole('link', { name: 'Open the playbook' }));
  // The number of synced records, which links to them.
  await page
    .getByRole('link', { name: /^[1-9][\d,]*$/ })
    .first()
    .waitFor();
  expect(performance.now() - startedMs).toBeLessThan(MOST_MS);
  expect(clicks).toBe(CLICKS);
});
