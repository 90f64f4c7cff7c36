import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signUp } from '../api/session.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { atStripe, beginToBuy, CARDS, openPortal, payWith } from './billing-people.ts';

const baseUrl = sharedBaseUrl();
const MOST_PRESSES = 60;

describe('billing by keyboard, and in states that need a way back', () => {
  let open: OpenBrowser;
  let page: Page;
  let person: Awaited<ReturnType<typeof signUp>>;
  beforeEach(async () => {
    person = await signUp(baseUrl);
    open = await launchBrowser(baseUrl);
    page = open.page;
    await signInAs(page, person);
  });
  afterEach(async () => {
    await atStripe('settings/account', { afterFailedRetries: 'canceled' }, 'PATCH');
    await open.close();
  });

  /** Presses Tab until the element has the focus, as a person without a mouse does. */
  async function tabTo(wanted: Locator): Promise<void> {
    await wanted.waitFor();
    const isThere = () => wanted.evaluate((element) => element === document.activeElement);
    for (let presses = 0; presses < MOST_PRESSES && !(await isThere()); presses += 1) await page.keyboard.press('Tab');
    expect(await isThere()).toBe(true);
  }

  const pressOn = async (wanted: Locator) => {
    await tabTo(wanted);
    await page.keyboard.press('Enter');
  };

  test('a subscription is bought, changed and ended without a mouse', async () => {
    await page.goto('/workflows');
    await pressOn(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Billing' }));
    await pressOn(page.getByRole('button', { name: 'Buy Starter' }));
    await page.waitForURL('**/local/simulators/stripe/checkout/**');
    await tabTo(page.getByLabel('Test card'));
    await page.keyboard.press('ArrowDown');
    await pressOn(page.getByRole('button', { name: 'Subscribe' }));
    await page.getByText('Your card was declined.').waitFor();
    await tabTo(page.getByLabel('Test card'));
    await page.keyboard.press('Home');
    await pressOn(page.getByRole('button', { name: 'Subscribe' }));
    await page.waitForURL('**/billing?checkout=done');
    await pressOn(page.getByRole('button', { name: 'Change to Team' }));
    await page.getByText(/You pay \$\d+\.\d\d now for the rest of this period\./).waitFor();
    await pressOn(page.getByRole('button', { name: 'Confirm' }));
    await page.waitForURL('**/billing?changedFrom=**');
    await pressOn(page.getByRole('button', { name: 'Manage subscription' }));
    await pressOn(page.getByRole('button', { name: 'Cancel subscription' }));
    await page.getByText(/ends on/).waitFor();
    await pressOn(page.getByRole('link', { name: 'Back to Portage' }));
    await page.getByText(/Your subscription ends on .* You keep everything until then/).waitFor();
    expect(open.problems).toEqual([]);
  });

  test('an unpaid subscription says on every page that it grants nothing, and the same product can be bought again', async () => {
    await atStripe('settings/account', { afterFailedRetries: 'unpaid' }, 'PATCH');
    await beginToBuy(page, 'Team');
    await payWith(page, CARDS.good);
    await page.waitForURL('**/billing?checkout=done');
    await openPortal(page);
    await page.getByLabel('Test card').selectOption(CARDS.failsLater);
    await page.getByRole('button', { name: 'Save card' }).click();
    await page.getByText('Visa •••• 0341').waitFor();
    for (const days of [32, 16]) await atStripe('clock', { days });
    await page.goto('/billing?checkout=done');
    await page.getByText(/Your subscription is unpaid and inactive\. Please pay the open invoice/).waitFor();
    expect(await page.getByText('Thank you. Your subscription has begun.').count()).toBe(0);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Connectors' }).click();
    await page.getByText('Your subscription is unpaid and inactive.').waitFor();
    // The first link is in the menu.
    await page.getByRole('link', { name: 'Billing', exact: true }).last().click();
    await page.getByRole('button', { name: 'Buy Team' }).click();
    await page.waitForURL('**/local/simulators/stripe/checkout/**');
    await payWith(page, CARDS.good);
    await page.waitForURL('**/billing?checkout=done');
    await page.getByText(/Your subscription renews on /).waitFor();
    expect((await person.api('GET /api/billing/stripe/get-active-product')).liveCount).toBe(1);
    expect(open.problems).toEqual([]);
  });

  test('a checkout finished in a browser without a session is confirmed after sign-in', async () => {
    await beginToBuy(page, 'Starter');
    const checkout = page.url();
    const other = await launchBrowser(baseUrl);
    await other.page.goto(checkout);
    await payWith(other.page, CARDS.good);
    await other.page.waitForURL('**/signin**');
    await other.page.getByLabel('Email').fill(person.email);
    await other.page.locator('input[name="password"]').fill(person.password);
    await other.page.getByRole('button', { name: 'Sign in' }).click();
    await other.page.waitForURL('**/billing?checkout=done');
    await other.page.getByText(/Your subscription renews on /).waitFor();
    await other.close();
  });
});
