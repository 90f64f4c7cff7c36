import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, signIn, signUp } from '../api/session.ts';
import { accessibilityProblems } from '../browser/accessibility.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';
import { type ConnectorPerson, newConnectorPerson, typeMaker } from '../connectors/connector-people.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { atStripe, beginToBuy, CARDS, openPortal, payWith, productCard, subscribe } from './billing-people.ts';

const baseUrl = sharedBaseUrl();

describe('buying a subscription', () => {
  let person: ConnectorPerson;
  beforeAll(async () => {
    person = await newConnectorPerson(baseUrl);
  });
  afterAll(() => person.close());

  test('BILL-01: the page lists the products, says that no money moves, and is accessible', async () => {
    const { page } = person;
    await page.goto('/workflows');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Billing' }).click();
    await page.getByText('This Portage has a simulated Stripe. No money moves.').waitFor();
    await page.getByText('You have no subscription. Choose a product to begin.').waitFor();
    expect(await productCard(page, 'Team').textContent()).toMatch(/Team.*\$99\.00 per month.*For daily business/);
    expect(await page.getByRole('button', { name: 'Manage subscription' }).count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('BILL-07: a checkout that was left by its link, the back button or a closed tab can be started again', async () => {
    const { page } = person;
    await beginToBuy(page, 'Team');
    const first = page.url();
    await page.getByRole('link', { name: 'Back to Portage' }).click();
    await page.waitForURL('**/billing');
    await beginToBuy(page, 'Team');
    expect(page.url()).toBe(first);
    await page.goBack();
    await page.getByRole('button', { name: 'Buy Team' }).and(page.locator(':enabled')).waitFor();
    const tab = await page.context().newPage();
    await tab.goto(first);
    await tab.close();
    await page.getByText('You have no subscription.').waitFor();
  });

  test('a double click and two tabs lead to the same checkout; a tab with another product closes it', async () => {
    const { page } = person;
    await page.goto('/billing');
    await page.getByRole('button', { name: 'Buy Starter' }).dblclick();
    await page.waitForURL('**/local/simulators/stripe/checkout/**');
    const tab = await page.context().newPage();
    await beginToBuy(tab, 'Starter');
    expect(tab.url()).toBe(page.url());
    await beginToBuy(tab, 'Team');
    await payWith(page, CARDS.good);
    await page.getByText('This checkout has expired').waitFor();
    await tab.close();
  });

  test('BILL-02, BILL-08: a declined card can be replaced; the paid product is active and has no buy button', async () => {
    const { page } = person;
    await beginToBuy(page, 'Team');
    await payWith(page, CARDS.declined);
    await page.getByText('Your card was declined.').waitFor();
    await payWith(page, CARDS.confirmed);
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.waitForURL('**/billing?checkout=done');
    await page.getByText('Thank you. Your subscription has begun.').waitFor();
    await page.getByText(/Your subscription renews on /).waitFor();
    const active = productCard(page, 'Team');
    expect([await active.getAttribute('aria-current'), await active.getByRole('button').count()]).toEqual(['true', 0]);
    await page.getByRole('button', { name: 'Change to Starter' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('HOSTILE 33: another person’s checkout confirms nothing', async () => {
    const stranger = await newConnectorPerson(baseUrl);
    await beginToBuy(stranger.page, 'Team');
    const foreign = stranger.page.url().split('/').at(-1) ?? '';
    await payWith(stranger.page, CARDS.good);
    await stranger.page.waitForURL('**/billing?checkout=done');
    const poor = await newConnectorPerson(baseUrl);
    await poor.page.goto(`/billing/checkout-success?sessionId=${foreign}`);
    await poor.page.getByText('This checkout was not found.').waitFor();
    await poor.page.getByRole('link', { name: 'Back to Billing' }).click();
    await poor.page.getByText('You have no subscription.').waitFor();
    await stranger.close();
    await poor.close();
  });

  test('no page wrote anything else to its console', () => {
    expect(person.problems).toEqual([]);
  });
});

describe('having a subscription', () => {
  test('portal, renewal, failed renewal with its notice on every page, recovery, and the end of the period', async () => {
    const person = await newConnectorPerson(baseUrl);
    const { page } = person;
    await subscribe(person, 'Starter');
    await openPortal(page);
    await page.getByLabel('Test card').selectOption(CARDS.failsLater);
    await page.getByRole('button', { name: 'Save card' }).click();
    await page.getByText('Visa •••• 0341').waitFor();
    await atStripe('clock', { days: 31 });
    await page.goto('/billing');
    await page.getByText(/The last payment failed\. You keep everything until/).waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Workflows' }).click();
    await page.getByText(/The last payment for your subscription failed\. You keep everything until/).waitFor();

    await openPortal(page);
    await page.getByLabel('Test card').selectOption(CARDS.good);
    await page.getByRole('button', { name: 'Save card' }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.getByText(/^active; renews on/).waitFor();
    await page.getByRole('link', { name: 'Back to Portage' }).click();
    await page.getByText(/Your subscription renews on /).waitFor();

    await page.getByRole('button', { name: 'Change to Business' }).click();
    await page.getByText('Change to Business, $299.00 a month?').waitFor();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('You changed from Starter to Business').waitFor();
    await page.getByText(/Business and its limits apply from now on\. It costs \$299\.00 per month, next on /).waitFor();
    await productCard(page, 'Business').getByText('Active').waitFor();

    await openPortal(page);
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await page.getByText(/ends on/).waitFor();
    await page.getByRole('link', { name: 'Back to Portage' }).click();
    await page.getByText(/Your subscription ends on .* You keep everything until then/).waitFor();
    await atStripe('clock', { days: 31 });
    await page.goto('/billing');
    await page.getByText(/Your subscription Business ended on/).waitFor();
    await page.getByRole('button', { name: 'Buy Starter' }).waitFor();
    expect(person.problems).toEqual([]);
    await person.close();
  });

  test('CONN-29, BILL-05: an application that needs a subscription leads to Billing, and back to the person’s page', async () => {
    const person = await newConnectorPerson(baseUrl);
    const { page } = person;
    const paid = await (await typeMaker(baseUrl))('Paid', { baseUrl: 'https://paid.example.com', subscriptionRequired: true });
    const wanted = `/connectors/add?connectorTypeId=${paid.id}`;
    await page.goto(wanted);
    await page.getByText('You must have a valid subscription in order to create this Connector.').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Billing' }).click();
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'redirect_url');
    expect([decodeURIComponent(cookie?.value ?? ''), Math.round(((cookie?.expires ?? 0) - Date.now() / 1000) / 60)]).toEqual([wanted, 30]);
    await page.getByRole('button', { name: 'Buy Starter' }).click();
    await page.waitForURL('**/local/simulators/stripe/checkout/**');
    await payWith(page, CARDS.good);
    await page.waitForURL(`**${wanted}`);
    await page.getByRole('button', { name: 'Save' }).waitFor();
    expect(await page.getByText('You must have a valid subscription').count()).toBe(0);
    await person.close();
  });

  test('BILL-09: a person without billing has no menu entry and is redirected to the workflows', async () => {
    const person = await newConnectorPerson(baseUrl);
    const { page } = person;
    const admin = await signIn(baseUrl, ADMIN);
    const { user } = await person.api('GET /api/users/me');
    await admin('PUT /api/users/{id}', { params: { id: user.id }, body: { hideBilling: true } });
    await page.goto('/workflows');
    await page.evaluate(() => localStorage.removeItem('portage:user-read'));
    await page.reload();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Billing' }).waitFor({ state: 'detached' });
    for (const path of ['/billing', '/billing/checkout-success', '/billing/checkout-success?sessionId=none']) {
      await page.goto(path);
      await page.waitForURL('**/workflows');
    }
    await person.close();
  });

  test("an address without a checkout leads to Billing, without a validator's message", async () => {
    const person = await newConnectorPerson(baseUrl);
    await person.page.goto('/billing/checkout-success?sessionId=none');
    await person.page.waitForURL('**/billing');
    await person.page.getByText('You have no subscription. Choose a product to begin.').waitFor();
    await person.close();
  });

  test('CONST-01: Billing shows its loading indicator once, without a gap', async () => {
    const person = await newConnectorPerson(baseUrl);
    const { page } = person;
    for (const call of ['get-custom-billing-url', 'stripe/get-active-product']) {
      await page.route(`**/api/billing/${call}`, async (route) => {
        await page.getByText('Loading billing').waitFor();
        await route.continue();
      });
    }
    await page.addInitScript(() => {
      let isShown = false;
      const shown = () => document.body?.textContent?.includes('Loading billing') ?? false;
      new MutationObserver(() => {
        if (shown() && !isShown) Object.assign(window, { timesShown: ((window as never as { timesShown?: number }).timesShown ?? 0) + 1 });
        isShown = shown();
      }).observe(document, { subtree: true, childList: true });
    });
    await page.goto('/billing');
    await page.getByText('You have no subscription. Choose a product to begin.').waitFor();
    expect(await page.evaluate(() => (window as never as { timesShown: number }).timesShown)).toBe(1);
    await person.close();
  });

  test('BILL-15: a subscription check that fails counts as false', async () => {
    const person = await newConnectorPerson(baseUrl);
    const { page } = person;
    const paid = await (await typeMaker(baseUrl))('Unchecked', { baseUrl: 'https://paid.example.com', subscriptionRequired: true });
    await page.route('**/api/users/has-valid-subscription', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto(`/connectors/add?connectorTypeId=${paid.id}`);
    await page.getByText('You must have a valid subscription in order to create this Connector.').waitFor();
    await person.close();
  });

  test('BILL-04, BILL-12..14: a billing page elsewhere, and the messages if Stripe or the checkout fails', async () => {
    const person = await newConnectorPerson(baseUrl);
    const { page } = person;
    const fail = (status: number, userMessage: string) => ({
      status,
      contentType: 'application/json',
      body: JSON.stringify({ isSuccess: false, errors: [{ userMessage, message: userMessage, code: 'x' }] }),
    });
    await page.route('**/api/billing/stripe/buy-subscription', (route) => route.fulfill(fail(502, 'Your account cannot pay in USD.')));
    await page.goto('/billing');
    await page.getByRole('button', { name: 'Buy Team' }).click();
    await page.getByRole('main').getByText('Your account cannot pay in USD.').waitFor();
    await page.route('**/api/billing/stripe/get-*', (route) => route.fulfill(fail(502, 'away')));
    await page.reload();
    await page.getByText('Could not get active product. Please try again later.').waitFor();
    await page.getByText('Could not get subscriptions. Please try again later.').waitFor();

    const { user } = await person.api('GET /api/users/me');
    const admin = await signIn(baseUrl, ADMIN);
    await page.route('https://pay.example.com/**', (route) => route.fulfill({ contentType: 'text/html', body: 'Pay here' }));
    await admin('PUT /api/users/{id}', { params: { id: user.id }, body: { customBillingUrl: 'https://pay.example.com/ada' } });
    await page.goto('/billing').catch(() => {});
    await page.waitForURL('https://pay.example.com/ada');
    await page.goto('/workflows');
    await person.close();
  });

  test('an event by itself brings the subscription without a visit to the page, even if it was held back', async () => {
    const { api } = await signUp(baseUrl);
    const isValid = async () => (await api('GET /api/users/has-valid-subscription')).hasValidSubscription;
    const { redirectUrl } = await api('POST /api/billing/stripe/buy-subscription', { body: { priceId: 'price_PortageTeamMonthly' } });
    const pay = () => fetch(redirectUrl, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ card: CARDS.good }) });
    await atStripe('deliveries', { isHeld: true });
    expect((await pay()).status).toBe(303);
    expect(await isValid()).toBe(false);
    await atStripe('deliveries', { isHeld: false });
    await expect.poll(isValid).toBe(true);
  });

  test('an admin grants a plan without payment, sees it in the list, and revokes it', async () => {
    const person = await newConnectorPerson(baseUrl);
    const { user } = await person.api('GET /api/users/me');
    const admin = await newAdmin();
    const { page } = admin;
    const menu = () => page.getByRole('button', { name: 'Impersonate: more' });
    await page.goto(`/admin/users?userEmail=${encodeURIComponent(user.email)}`);
    const openDialog = async () => {
      await menu().click();
      await page.getByRole('menuitem', { name: 'Subscription' }).click();
    };
    await openDialog();
    await page.getByText('This person has no subscription.').waitFor();
    await page.getByRole('button', { name: 'Grant', exact: true }).click();
    await page.getByText('Please choose a date').waitFor();
    await page.getByRole('button', { name: /Grant without payment/ }).click();
    await page.getByRole('option', { name: /^Team/ }).click();
    const until = page.getByRole('dialog').getByRole('group', { name: 'Until' });
    await until.getByRole('spinbutton', { name: /month/ }).click();
    await page.keyboard.type('12312031');
    await page.getByRole('button', { name: 'Grant', exact: true }).click();
    await page.getByText('Team, granted').waitFor();
    await person.page.goto('/billing');
    await person.page.getByText(/You have the plan Team without payment until .*2031/).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await openDialog();
    await page.getByText(/Team is granted without payment until/).waitFor();
    await page.getByRole('button', { name: 'End the grant' }).click();
    await page.getByText('Team, granted').waitFor({ state: 'detached' });
    await person.page.goto('/billing');
    await person.page.getByText('You have no subscription.').waitFor();
    await admin.close();
    await person.close();
  });
});

async function newAdmin(): Promise<OpenBrowser> {
  const opened = await launchBrowser(baseUrl);
  await signInAs(opened.page, ADMIN);
  return opened;
}
