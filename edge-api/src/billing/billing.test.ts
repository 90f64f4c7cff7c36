import { findStanding, findWorkflowQuotaSettings, saveBillingMode, schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { api, database, impersonate, signedInPerson, testEnv } from '../../test/api.ts';
import { bringAll, buy, confirm, findCustomerId, isValid, look, readSubscription, subscriber } from '../../test/billing-people.ts';
import { advance, atStripe, bring, CARDS, eventCount, eventsSince, inPortal, PRICES, payAt } from '../../test/stripe.ts';
import { readOverdueSubscriptions } from './keep-billing.ts';

const NO_STRIPE = { STRIPE_SECRET_KEY: '' };
const DAY_MS = 86_400_000;

beforeAll(() => saveBillingMode(database(), 'simulated', new Date()));

describe('products', () => {
  test('the offered ones have a name, a description and a monthly price; yearly prices aren’t among them', async () => {
    const { token } = await signedInPerson();
    const { products } = (await api('GET /api/billing/stripe/get-products', { token })).body;
    expect(products).toEqual([
      {
        priceId: PRICES.starter,
        name: 'Starter',
        formattedPrice: '$29.00',
        description: 'For the first integrations: 1,000 runs a day.',
        trialDays: 0,
      },
      { priceId: PRICES.team, name: 'Team', formattedPrice: '$99.00', description: 'For daily business: 10,000 runs a day.', trialDays: 0 },
      { priceId: PRICES.business, name: 'Business', formattedPrice: '$299.00', description: 'No limit on runs.', trialDays: 0 },
    ]);
  });

  test('HOSTILE 33: a price that isn’t offered can’t be bought, whether Stripe knows it or not', async () => {
    const person = await signedInPerson();
    for (const priceId of [PRICES.yearly, 'price_of_another_account']) {
      const answer = await buy(person, priceId);
      expect([answer.status, answer.message]).toEqual([400, 'This product is not offered.']);
    }
    expect((await buy(person, '../customers')).status).toBe(400);
    expect(await findCustomerId(person)).toBeUndefined();
  });
});

describe('checkout', () => {
  test('a paid one gives the subscription, confirmed by asking Stripe and not by the address', async () => {
    const person = await signedInPerson();
    const { body } = await buy(person);
    expect(body.redirectUrl).toContain(body.sessionId);
    expect((await confirm(person, body.sessionId)).body.isSuccess).toBe(false);
    expect(await isValid(person)).toBe(false);
    const paid = await payAt(body.redirectUrl);
    expect([paid.status, paid.location]).toEqual([303, `https://portage.test/billing/checkout-success?sessionId=${body.sessionId}`]);
    expect((await confirm(person, body.sessionId)).body).toEqual({ isSuccess: true, errorMessage: null });
    expect(await isValid(person)).toBe(true);
    expect(await look(person)).toMatchObject({
      priceId: PRICES.starter,
      mode: 'simulated',
      isFresh: true,
      liveCount: 1,
      hasPortal: true,
      grant: null,
      subscription: { status: 'active', productName: 'Starter', isValid: true, endsAt: null, graceEndsAt: null },
    });
  });

  test('opening the page is enough after a payment whose events and return were lost', async () => {
    const person = await signedInPerson();
    await payAt((await buy(person)).body.redirectUrl);
    expect(await isValid(person)).toBe(false);
    await look(person);
    expect(await isValid(person)).toBe(true);
  });

  test('an event alone is enough as well', async () => {
    const person = await signedInPerson();
    const since = await eventCount();
    await payAt((await buy(person)).body.redirectUrl);
    expect(new Set(await bringAll(person, since))).toEqual(new Set([200]));
    expect(await isValid(person)).toBe(true);
  });

  test('a declined card gives nothing, and the person can pay with another one', async () => {
    const person = await signedInPerson();
    const { body } = await buy(person);
    const declined = await payAt(body.redirectUrl, CARDS.declined);
    expect(declined.text).toContain('Your card was declined.');
    await look(person);
    expect(await isValid(person)).toBe(false);
    expect((await payAt(body.redirectUrl)).status).toBe(303);
    expect((await confirm(person, body.sessionId)).body.isSuccess).toBe(true);
  });

  test('a card that needs the bank’s confirmation pays only with it', async () => {
    const person = await signedInPerson();
    const { body } = await buy(person);
    expect((await payAt(body.redirectUrl, CARDS.confirmed)).text).toContain('confirm this payment');
    expect((await payAt(body.redirectUrl, CARDS.confirmed, { confirmation: 'fail' })).text).toContain('unable to authenticate');
    await look(person);
    expect(await isValid(person)).toBe(false);
    expect((await payAt(body.redirectUrl, CARDS.confirmed, { confirmation: 'complete' })).status).toBe(303);
    expect((await confirm(person, body.sessionId)).body.isSuccess).toBe(true);
  });

  test('a double click, two tabs and a changed mind leave one open checkout and one customer', async () => {
    const person = await signedInPerson();
    const clicks = await Promise.all([buy(person), buy(person), buy(person)]);
    expect(new Set(clicks.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(clicks.map(({ body }) => body.sessionId)).size).toBe(1);
    const first = clicks[0]?.body;
    const other = (await buy(person, PRICES.team)).body;
    expect(other.sessionId).not.toBe(first.sessionId);
    expect((await payAt(first.redirectUrl)).text).toContain('This checkout has expired');
    expect((await confirm(person, first.sessionId)).body.errorMessage).toBe('The checkout has expired. Please start it again.');
    await payAt(other.redirectUrl);
    expect(await look(person)).toMatchObject({ priceId: PRICES.team, liveCount: 1 });
    const { records } = await atStripe<{ records: { email: string }[] }>('GET customers');
    expect(records.filter(({ email }) => email === person.row.email)).toHaveLength(1);
  });

  test('HOSTILE 33: a person who has it can’t buy it twice, and another product changes the existing subscription', async () => {
    const person = await subscriber();
    expect([(await buy(person)).status, (await buy(person)).message]).toEqual([409, 'You already have this subscription.']);
    const { body } = await buy(person, PRICES.business);
    expect(body.sessionId).toMatch(/^bps_/);
    const page = await atStripe<{ text: string }>(`GET ${body.redirectUrl}`);
    expect(page.text).toContain('Change to Business, $299.00 a month?');
    await atStripe(`POST ${body.redirectUrl}`, new URLSearchParams());
    expect(await look(person)).toMatchObject({ priceId: PRICES.business, liveCount: 1 });
  });

  test('a customer missing from a restored database is found at Stripe, and the person doesn’t pay twice', async () => {
    const person = await subscriber();
    const customerId = await findCustomerId(person);
    await database().delete(schema.billingCustomers).where(eq(schema.billingCustomers.userId, person.row.id));
    await database().delete(schema.subscriptions).where(eq(schema.subscriptions.userId, person.row.id));
    expect((await buy(person)).message).toBe('You already have this subscription.');
    expect([await findCustomerId(person), await isValid(person)]).toEqual([customerId, true]);
  });

  test('HOSTILE 33: another person’s checkout gets the same response as one that doesn’t exist, and gives nothing', async () => {
    const [payer, thief, newcomer] = [await signedInPerson(), await subscriber(), await signedInPerson()];
    const { body } = await buy(payer);
    await payAt(body.redirectUrl);
    const nothing = { isSuccess: false, errorMessage: 'This checkout was not found.' };
    for (const stranger of [thief, newcomer]) {
      expect((await confirm(stranger, body.sessionId)).body).toEqual(nothing);
      expect((await confirm(stranger, 'cs_test_none')).body).toEqual(nothing);
    }
    expect(await isValid(newcomer)).toBe(false);
    expect(await look(thief)).toMatchObject({ liveCount: 1 });
  });

  test('an admin who acts as a person neither buys nor opens the portal; nor does a person without a billing page', async () => {
    const [admin, person] = [await signedInPerson({ roles: ['ADMIN'] }), await subscriber()];
    const token = await impersonate(admin.row.id, person.row.id);
    for (const call of ['POST /api/billing/stripe/create-session', 'POST /api/billing/stripe/buy-subscription']) {
      const body = call.endsWith('buy-subscription') ? { body: { priceId: PRICES.team } } : {};
      expect([(await api(call, { token, ...body })).code]).toEqual(['not-while-impersonating']);
      const hidden = await signedInPerson({ hideBilling: true });
      expect((await api(call, { token: hidden.token, ...body })).code).toBe('no-billing');
    }
  });
});

describe('a subscription’s life', () => {
  test('it renews as the clock moves on; a failed renewal has a grace period, and a new card brings it back', async () => {
    const person = await subscriber();
    const before = (await look(person)).subscription.currentPeriodEnd;
    await advance(31);
    const renewed = (await look(person)).subscription;
    expect([renewed.status, renewed.currentPeriodEnd > before]).toEqual(['active', true]);

    await inPortal(person.token, { action: 'card', card: CARDS.failsLater });
    await advance(31);
    const failed = (await look(person)).subscription;
    expect([failed.status, failed.isValid, await isValid(person)]).toEqual(['past_due', true, true]);
    const me = (await api('GET /api/users/me', { token: person.token })).body.user;
    expect(me.billingDetails).toMatchObject({ subscriptionStatus: 'past_due', graceEndsAt: failed.graceEndsAt });
    const graceEnd = new Date(failed.graceEndsAt);
    expect(graceEnd.getTime() - Date.now()).toBeGreaterThan(6 * DAY_MS);
    // Straight at the database: a session doesn't last that long.
    const standing = (at: number) => findStanding(database(), person.row.id, new Date(at));
    expect((await standing(graceEnd.getTime() - 1_000)).subscription?.isValid).toBe(true);
    expect((await standing(graceEnd.getTime())).subscription?.isValid).toBe(false);
    expect((await look(person)).subscription.graceEndsAt).toBe(failed.graceEndsAt);

    await inPortal(person.token, { action: 'card', card: CARDS.good });
    await advance(3);
    // While Stripe is slow, a page shows the last known state; the event brings the new one.
    await expect.poll(async () => (await look(person)).subscription).toMatchObject({ status: 'active', isValid: true, graceEndsAt: null });
  });

  test('it ends when the last payment try fails, and the person can buy again', async () => {
    const person = await subscriber();
    await inPortal(person.token, { action: 'card', card: CARDS.failsLater });
    await advance(31);
    await advance(16);
    expect((await look(person)).subscription).toMatchObject({ status: 'canceled', isValid: false });
    expect([await isValid(person), (await look(person)).priceId]).toEqual([false, null]);
    const { body } = await buy(person, PRICES.team);
    await payAt(body.redirectUrl);
    expect((await confirm(person, body.sessionId)).body.isSuccess).toBe(true);
    expect(await look(person)).toMatchObject({ priceId: PRICES.team, liveCount: 1 });
  });

  test('a cancelled one counts until the end of its period, and can be resumed until then', async () => {
    const person = await subscriber();
    const { id } = await readSubscription(person);
    await inPortal(person.token, { action: 'cancel', subscription: id });
    const cancelled = (await look(person)).subscription;
    expect([cancelled.status, cancelled.endsAt, cancelled.isValid]).toEqual(['active', cancelled.currentPeriodEnd, true]);
    await inPortal(person.token, { action: 'keep', subscription: id });
    expect((await look(person)).subscription.endsAt).toBeNull();
    await inPortal(person.token, { action: 'cancel', subscription: id });
    await advance(31);
    expect((await look(person)).subscription).toMatchObject({ status: 'canceled', isValid: false });
    expect(await isValid(person)).toBe(false);
  });

  test('a paid period with no news of its renewal stops counting after three days', async () => {
    const person = await subscriber();
    const { subscription } = await findStanding(database(), person.row.id, new Date());
    const end = Date.parse(subscription?.currentPeriodEnd ?? '');
    const validAt = async (at: number) => (await findStanding(database(), person.row.id, new Date(at))).subscription?.isValid;
    expect([await validAt(end + 2 * DAY_MS), await validAt(end + 4 * DAY_MS)]).toEqual([true, false]);
  });

  test('the sweep reads a subscription whose period is over if its events were lost', async () => {
    const person = await subscriber();
    const before = Date.parse((await look(person)).subscription.currentPeriodEnd);
    await advance(31);
    await readOverdueSubscriptions(testEnv, new Date(before + DAY_MS));
    const { subscription } = await findStanding(database(), person.row.id, new Date(before + DAY_MS));
    expect(Date.parse(subscription?.currentPeriodEnd ?? '')).toBeGreaterThan(before);
  });

  test('a subscription from another Stripe doesn’t count: neither the simulated one’s nor its test mode’s', async () => {
    const person = await subscriber();
    await saveBillingMode(database(), 'live', new Date());
    expect(await isValid(person)).toBe(false);
    await saveBillingMode(database(), 'simulated', new Date());
    expect(await isValid(person)).toBe(true);
  });

  test('deleting a person ends their subscription at Stripe and closes an open checkout', async () => {
    const [admin, person, shopper] = [await signedInPerson({ roles: ['ADMIN'] }), await subscriber(), await signedInPerson()];
    const { id } = await readSubscription(person);
    const { body } = await buy(shopper);
    for (const { row } of [person, shopper]) {
      expect((await api(`DELETE /api/users/${row.id}`, { token: admin.token })).body.warnings).toEqual([]);
    }
    expect((await atStripe<{ record: { status: string } }>(`GET subscriptions/${id}`)).record.status).toBe('canceled');
    expect((await payAt(body.redirectUrl)).text).toContain('This checkout has expired');
  });
});

describe('what a subscription gives', () => {
  test('the product’s quotas limit runs at once, can lift a limit, and end with the subscription', async () => {
    const person = await signedInPerson({ workflowQuotaSettings: { maxWorkflowInstancesPerDay: 5, maxWorkflowInstancesPerMinute: 2 } });
    const quotas = () => findWorkflowQuotaSettings(database(), person.row.id);
    expect(await quotas()).toEqual({ maxWorkflowInstancesPerDay: 5, maxWorkflowInstancesPerMinute: 2 });
    await payAt((await buy(person)).body.redirectUrl);
    await look(person);
    expect(await quotas()).toEqual({ maxWorkflowInstancesPerDay: 1000, maxWorkflowInstancesPerMinute: 2 });
    await atStripe(`POST ${(await buy(person, PRICES.business)).body.redirectUrl}`, new URLSearchParams());
    await look(person);
    expect(await quotas()).toEqual({ maxWorkflowInstancesPerDay: null, maxWorkflowInstancesPerMinute: 2 });
    const { id } = await readSubscription(person);
    await atStripe(`PATCH subscriptions/${id}`, { status: 'unpaid' });
    await look(person);
    expect(await quotas()).toEqual({ maxWorkflowInstancesPerDay: 5, maxWorkflowInstancesPerMinute: 2 });
  });

  test('a product’s new metadata reaches its subscribers through its event', async () => {
    const person = await subscriber(PRICES.team);
    const since = await eventCount();
    await atStripe('PATCH products/prod_PortageTeam', { metadata: { maxRunsPerDay: '12345' } });
    const changed = (await eventsSince(since)).find((event) => event.includes('"product.updated"'));
    expect((await bring(changed ?? '')).status).toBe(200);
    expect(await findWorkflowQuotaSettings(database(), person.row.id)).toEqual({ maxWorkflowInstancesPerDay: 12_345 });
    await atStripe('PATCH products/prod_PortageTeam', { metadata: { maxRunsPerDay: '10000' } });
  });

  test('an admin grants a plan until a date and takes it back; both are in the audit log', async () => {
    const [admin, person] = [await signedInPerson({ roles: ['ADMIN'] }), await signedInPerson()];
    const endsAt = new Date(Date.now() + 30 * DAY_MS).toISOString();
    const path = `/api/users/${person.row.id}/subscription-grant`;
    const grant = (body: object) => api(`PUT ${path}`, { token: admin.token, body });
    expect((await grant({ priceId: PRICES.team, endsAt: new Date(Date.now() - 1_000).toISOString() })).message).toBe(
      'Please choose a date in the future',
    );
    expect((await grant({ priceId: PRICES.yearly, endsAt })).message).toBe('This product is not offered.');
    expect((await grant({ priceId: PRICES.team, endsAt })).body.grant).toEqual({ priceId: PRICES.team, productName: 'Team', endsAt });
    expect([await isValid(person), (await look(person)).priceId]).toEqual([true, PRICES.team]);
    expect(await findWorkflowQuotaSettings(database(), person.row.id)).toEqual({ maxWorkflowInstancesPerDay: 10_000 });
    expect((await findStanding(database(), person.row.id, new Date(endsAt))).grant).toBeNull();
    const listed = (await api(`GET /api/users?userEmail=${person.row.email}`, { token: admin.token })).body.users[0];
    expect(listed.plan).toEqual({ name: 'Team', status: 'granted', isValid: true, isGranted: true, endsAt });
    expect((await api(`DELETE ${path}`, { token: admin.token })).body.isSuccess).toBe(true);
    expect(await isValid(person)).toBe(false);
    const lines = await database().select().from(schema.auditLog).where(eq(schema.auditLog.subjectUserId, person.row.id));
    expect(lines.map(({ action }) => action)).toEqual(['subscription.granted', 'subscription.grant-ended']);
  });
});

describe('events', () => {
  test('HOSTILE 33: events that Stripe didn’t sign are refused and change nothing', async () => {
    const person = await signedInPerson();
    const since = await eventCount();
    await payAt((await buy(person)).body.redirectUrl);
    const [event = ''] = (await eventsSince(since)).filter((one) => one.includes('customer.subscription.created'));
    const forged = [
      await bring(event, { secret: 'whsec_of_a_stranger' }),
      await bring(event, { signature: '' }),
      await bring(event, { signature: `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` }),
      // Replays an intercepted call: its signature is too old.
      await bring(event, { signedAt: new Date(Date.now() - 301_000) }),
    ];
    expect(forged.map(({ status, code }) => [status, code])).toEqual(forged.map(() => [400, 'not-signed']));
    expect(await isValid(person)).toBe(false);
    const tampered = await bring(event.replace('active', 'trialing'), {
      signature: await signPayload(event),
    });
    expect(tampered.status).toBe(400);
  });

  test('HOSTILE 33: twice, in any order, hours late or all at once, they leave the state that Stripe has', async () => {
    const person = await signedInPerson();
    const since = await eventCount();
    await payAt((await buy(person)).body.redirectUrl);
    await look(person);
    const { id } = await readSubscription(person);
    await inPortal(person.token, { action: 'cancel', subscription: id });
    await inPortal(person.token, { action: 'keep', subscription: id });
    await inPortal(person.token, { action: 'change', subscription: id, price: PRICES.team });
    expect(new Set(await bringAll(person, since, (events) => events.toReversed()))).toEqual(new Set([200]));
    expect(new Set(await bringAll(person, since))).toEqual(new Set([200]));
    const now = new Date(Date.now() + 5 * 3_600_000);
    const events = (await eventsSince(since)).map((event) => event.replace(/"id": "evt_/, '"id": "evt_late'));
    const statuses = await Promise.all(events.map(async (event) => (await bring(event, { now })).status));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await look(person)).toMatchObject({ priceId: PRICES.team, liveCount: 1, subscription: { status: 'active', endsAt: null } });
  });

  test('HOSTILE 33: each event id is accepted once: the second time Stripe isn’t even asked', async () => {
    const person = await signedInPerson();
    const since = await eventCount();
    await payAt((await buy(person)).body.redirectUrl);
    const [event = ''] = (await eventsSince(since)).filter((one) => one.includes('customer.subscription.created'));
    expect((await bring(event)).status).toBe(200);
    await atStripe('DELETE calls');
    const calls = async () => (await atStripe<{ calls: unknown[] }>('GET calls')).calls.length;
    const before = await calls();
    expect((await bring(event)).status).toBe(200);
    expect(await calls()).toBe(before);
  });

  test('HOSTILE 33: one for an unknown customer is accepted and does nothing', async () => {
    const person = await subscriber();
    const event = { id: `evt_${crypto.randomUUID()}`, object: 'event', type: 'customer.subscription.updated', livemode: false, created: 1 };
    const object = { id: 'sub_1', object: 'subscription', customer: 'cus_of_another_shop', status: 'active' };
    const rows = () => database().select().from(schema.subscriptions);
    const before = (await rows()).length;
    expect((await bring(JSON.stringify({ ...event, data: { object } }))).status).toBe(200);
    expect((await rows()).length).toBe(before);
    expect(await isValid(person)).toBe(true);
  });

  test('while Stripe can’t be asked an event is refused with 5xx, and works when Stripe sends it again', async () => {
    const person = await signedInPerson();
    const since = await eventCount();
    await payAt((await buy(person)).body.redirectUrl);
    const [event = ''] = (await eventsSince(since)).filter((one) => one.includes('customer.subscription.created'));
    const away = await api('POST /api/billing/stripe/webhook', {
      rawBody: event,
      headers: { 'stripe-signature': await signPayload(event) },
      env: { STRIPE_SIMULATOR_URL: 'http://stripe.is-away.example' },
    });
    expect([away.status, away.code]).toEqual([502, 'payment-provider-away']);
    expect(await isValid(person)).toBe(false);
    expect((await bring(event)).status).toBe(200);
    expect(await isValid(person)).toBe(true);
  });

  test('a reading that another one overtook is repeated: nothing goes backwards in time', async () => {
    const person = await subscriber();
    const { id } = await readSubscription(person);
    const changes = [PRICES.team, PRICES.business, PRICES.starter, PRICES.team, PRICES.business];
    await Promise.all(changes.flatMap((price) => [atStripe(`PATCH subscriptions/${id}`, { price }), look(person), look(person)]));
    await look(person);
    const { record } = await atStripe<{ record: { price: string } }>(`GET subscriptions/${id}`);
    expect((await findStanding(database(), person.row.id, new Date())).subscription?.priceId).toBe(record.price);
  });
});

describe('without Stripe', () => {
  test('a Portage without a key has no billing: no products, nothing to buy, no page', async () => {
    const person = await signedInPerson();
    const call = (name: string, options = {}) => api(name, { token: person.token, env: NO_STRIPE, ...options });
    expect((await call('GET /api/billing/stripe/get-products')).body).toEqual({ products: [] });
    expect((await call('GET /api/billing/stripe/get-active-product')).body).toMatchObject({ mode: 'none', priceId: null });
    const bought = await call('POST /api/billing/stripe/buy-subscription', { body: { priceId: PRICES.team } });
    expect([bought.status, bought.message]).toEqual([501, 'Billing is not set up in this Portage: STRIPE_SECRET_KEY is missing.']);
    expect((await call('GET /api/users/me')).body.user.showBilling).toBe(false);
    expect((await api('GET /api/users/me', { token: person.token })).body.user.showBilling).toBe(true);
    const hidden = await signedInPerson({ hideBilling: true });
    expect((await api('GET /api/users/me', { token: hidden.token })).body.user.showBilling).toBe(false);
  });

  test('HOSTILE 40: a person who asks endlessly gets 429, and the page then shows the last known state', async () => {
    const person = await subscriber();
    const answers = await Promise.all(Array.from({ length: 70 }, () => confirm(person, 'cs_test_none')));
    expect(answers.some(({ status }) => status === 429)).toBe(true);
    expect(await look(person)).toMatchObject({ isFresh: false, priceId: PRICES.starter });
  });

  test('while Stripe is down the page shows the last known state', async () => {
    const person = await subscriber();
    const env = { STRIPE_SIMULATOR_URL: 'http://stripe.is-away.example' };
    const { body } = await api('GET /api/billing/stripe/get-active-product', { token: person.token, env });
    expect(body).toMatchObject({ isFresh: false, priceId: PRICES.starter, subscription: { isValid: true } });
    const bought = await api('POST /api/billing/stripe/buy-subscription', { token: person.token, body: { priceId: PRICES.team }, env });
    expect([bought.status, bought.code]).toEqual([502, 'payment-provider-away']);
  });

  test('a key that Stripe refuses is in no response, not even in part', async () => {
    const person = await signedInPerson();
    const env = { STRIPE_SECRET_KEY: 'sk_test_51Secret0123456789' };
    const response = await api('GET /api/billing/stripe/get-products', { token: person.token, env });
    expect(response.message).toBe('The payment provider does not accept the key in STRIPE_SECRET_KEY.');
    expect(JSON.stringify(response.body)).not.toMatch(/sk_test|51Sec/);
    const configuration = await api('GET /api/configuration');
    expect(JSON.stringify(configuration.body)).not.toContain(testEnv.STRIPE_SECRET_KEY);
  });

  test('a custom billing page, for one person or for all, is an https address', async () => {
    const [admin, person] = [await signedInPerson({ roles: ['ADMIN'] }), await signedInPerson()];
    const url = (env = {}) => api('GET /api/billing/get-custom-billing-url', { token: person.token, env });
    expect((await url()).body).toEqual({ customUrl: null });
    expect((await url({ CUSTOM_BILLING_URL: 'https://pay.example.com/portage' })).body.customUrl).toBe('https://pay.example.com/portage');
    const save = (customBillingUrl: string | null) =>
      api(`PUT /api/users/${person.row.id}`, { token: admin.token, body: { customBillingUrl } });
    for (const wrong of ['javascript:alert(1)', 'http://pay.example.com', '/billing']) expect((await save(wrong)).status).toBe(400);
    expect((await save('https://pay.example.com/ada')).status).toBe(200);
    expect((await url()).body.customUrl).toBe('https://pay.example.com/ada');
    expect((await save(null)).status).toBe(200);
    expect((await url()).body.customUrl).toBeNull();
  });
});

async function signPayload(payload: string): Promise<string> {
  const { default: Stripe } = await import('stripe');
  return Stripe.webhooks.generateTestHeaderStringAsync({
    payload,
    secret: 'whsec_only_for_tests',
    cryptoProvider: Stripe.createSubtleCryptoProvider(),
  });
}
