import { findWorkflowQuotaSettings, saveBillingMode } from '@portage/database';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { api, createApiKey, database, impersonate, signedInPerson } from '../../test/api.ts';
import {
  bringAll,
  buy,
  confirm,
  findCustomerId,
  forgetProducts,
  isValid,
  look,
  readSubscription,
  statusAtStripe,
  subscriber,
} from '../../test/billing-people.ts';
import { advance, atStripe, bring, eventCount, eventsSince, inPortal, PRICES, payAt, type StripePage } from '../../test/stripe.ts';
import { parsePlanQuotas } from './plan-quotas.ts';

/** HOSTILE 33: ways to get a subscription without paying; each ends without one. */

beforeAll(() => saveBillingMode(database(), 'simulated', new Date()));
afterEach(async () => {
  await atStripe('PATCH products/prod_PortageTeam', { active: true, metadata: { maxRunsPerDay: '10000' } });
  await atStripe(`PATCH prices/${PRICES.team}`, { active: true });
});

/** An event signed as Stripe would, with made-up content. */
const told = (type: string, object: object, more: object = {}) =>
  bring(
    JSON.stringify({ id: `evt_${crypto.randomUUID()}`, object: 'event', type, livemode: false, created: 1, data: { object }, ...more }),
  );

test('the address after the checkout confirms nothing before the payment, nothing twice, and nothing after the end', async () => {
  const person = await signedInPerson();
  const { body } = await buy(person);
  for (let time = 0; time < 2; time += 1) {
    expect((await confirm(person, body.sessionId)).body).toMatchObject({
      isSuccess: false,
      errorMessage: expect.stringContaining('not completed'),
    });
  }
  expect(await isValid(person)).toBe(false);
  await payAt(body.redirectUrl);
  for (let time = 0; time < 2; time += 1) expect((await confirm(person, body.sessionId)).body.isSuccess).toBe(true);
  expect(await look(person)).toMatchObject({ liveCount: 1 });
  await inPortal(person.token, { action: 'cancel', subscription: (await readSubscription(person)).id });
  await advance(32);
  expect((await confirm(person, body.sessionId)).body).toEqual({
    isSuccess: false,
    errorMessage: 'The subscription of this checkout has ended.',
  });
  expect(await isValid(person)).toBe(false);
});

test('ids that Stripe never issued are refused before Stripe is asked', async () => {
  const { token } = await signedInPerson();
  for (const id of ['', 'pi_1', 'cs_', 'cs_test_1/../../customers', "cs_test_1' or 1=1", `cs_${'a'.repeat(300)}`]) {
    const answer = await api(`GET /api/billing/stripe/checkout-success?sessionId=${encodeURIComponent(id)}`, { token });
    expect([id, answer.status]).toEqual([id, 400]);
  }
});

test('a body with more than the price is refused: no quantity, no coupon, no trial, no other person’s customer', async () => {
  const { token } = await signedInPerson();
  for (const more of [{ quantity: 0 }, { trialDays: 365 }, { customer: 'cus_1' }, { success_url: 'https://evil.example' }]) {
    const { status } = await api('POST /api/billing/stripe/buy-subscription', { token, body: { priceId: PRICES.starter, ...more } });
    expect([more, status]).toEqual([more, 400]);
  }
});

test('a product that was disabled, hidden or has no active price can’t be bought; people who have it keep it', async () => {
  const owner = await subscriber(PRICES.team);
  const changes: [string, object, object][] = [
    ['products/prod_PortageTeam', { active: false }, { active: true }],
    ['products/prod_PortageTeam', { metadata: { portage: 'hidden' } }, { metadata: { maxRunsPerDay: '10000' } }],
    [`prices/${PRICES.team}`, { active: false }, { active: true }],
  ];
  for (const [record, change, back] of changes) {
    await atStripe(`PATCH ${record}`, change);
    const buyer = await signedInPerson();
    await forgetProducts(buyer);
    const answer = await buy(buyer, PRICES.team);
    expect([change, answer.status, answer.message]).toEqual([change, 400, 'This product is not offered.']);
    await look(owner);
    expect(await isValid(owner)).toBe(true);
    await atStripe(`PATCH ${record}`, back);
  }
});

test('an event is only a reason to ask Stripe: its claims aren’t believed, even though it is signed', async () => {
  const person = await signedInPerson();
  await buy(person);
  const customer = await findCustomerId(person);
  const subscription = { id: 'sub_made_up', object: 'subscription', customer, status: 'active', items: { data: [] } };
  expect((await told('customer.subscription.created', subscription)).status).toBe(200);
  expect(
    (await told('checkout.session.completed', { id: 'cs_1', object: 'checkout.session', customer, payment_status: 'paid' })).status,
  ).toBe(200);
  expect((await told('invoice.paid', { id: 'in_1', object: 'invoice', customer, amount_paid: 9_900 })).status).toBe(200);
  expect([await isValid(person), (await look(person)).subscription]).toEqual([false, null]);
});

test('one person’s payment gives another nothing, whatever an event says about the buyer', async () => {
  const [payer, thief] = [await subscriber(), await signedInPerson()];
  await buy(thief);
  const session = {
    id: 'cs_1',
    object: 'checkout.session',
    customer: await findCustomerId(payer),
    client_reference_id: thief.row.id,
    metadata: { portageUserId: thief.row.id },
  };
  expect((await told('checkout.session.completed', session)).status).toBe(200);
  expect([await isValid(payer), await isValid(thief)]).toEqual([true, false]);
});

test('an event replayed after the end brings nothing back', async () => {
  const person = await signedInPerson();
  const since = await eventCount();
  await payAt((await buy(person)).body.redirectUrl);
  await bringAll(person, since);
  const begun = (await eventsSince(since)).filter((event) => event.includes(String(person.row.email)) || event.includes('"active"'));
  await inPortal(person.token, { action: 'cancel', subscription: (await readSubscription(person)).id });
  await advance(32);
  await bringAll(person, since);
  expect(await isValid(person)).toBe(false);
  // Even under new ids.
  for (const event of begun) expect((await bring(event.replace(/"id": "evt_/, '"id": "evt_again'))).status).toBe(200);
  expect(await isValid(person)).toBe(false);
});

test('an event from another Stripe mode doesn’t count', async () => {
  const person = await signedInPerson();
  await payAt((await buy(person)).body.redirectUrl);
  const customer = await findCustomerId(person);
  expect((await told('customer.subscription.created', { object: 'subscription', customer }, { livemode: true })).status).toBe(200);
  expect(await isValid(person)).toBe(false);
});

test('a checkout that is paid while another product is chosen leaves one subscription', async () => {
  for (let round = 0; round < 3; round += 1) {
    const person = await signedInPerson();
    const first = (await buy(person)).body;
    const [, second] = await Promise.all([payAt(first.redirectUrl), buy(person, PRICES.team)]);
    // Whatever was opened is paid too, if it is a checkout.
    if (second.status === 200 && second.body.sessionId.startsWith('cs_')) await payAt(second.body.redirectUrl);
    expect([second.status === 200 || second.status === 409, (await look(person)).liveCount]).toEqual([true, 1]);
    expect(await isValid(person)).toBe(true);
  }
});

test('a quantity of zero isn’t a subscription', async () => {
  const person = await subscriber();
  const { id } = await readSubscription(person);
  await atStripe(`PATCH subscriptions/${id}`, { quantity: 0 });
  await look(person);
  expect(await isValid(person)).toBe(false);
});

test('a cheaper product in the portal lowers the quotas at once', async () => {
  const person = await subscriber(PRICES.business);
  const { id } = await readSubscription(person);
  const since = await eventCount();
  await inPortal(person.token, { action: 'change', subscription: id, price: PRICES.starter });
  await bringAll(person, since);
  expect(await findWorkflowQuotaSettings(database(), person.row.id)).toEqual({ maxWorkflowInstancesPerDay: 1_000 });
});

test('a dearer product gives its quotas only once the difference is paid', async () => {
  const person = await subscriber();
  await inPortal(person.token, { action: 'card', card: '4000000000000341' });
  const change = (await buy(person, PRICES.business)).body;
  const refused = await atStripe<StripePage>(`POST ${change.redirectUrl}`, new URLSearchParams());
  expect([refused.status, /Your card was declined\./.test(refused.text)]).toEqual([200, true]);
  expect(await look(person)).toMatchObject({ priceId: PRICES.starter });
  expect(await findWorkflowQuotaSettings(database(), person.row.id)).toEqual({ maxWorkflowInstancesPerDay: 1_000 });
});

test('a refund or a dispute alone changes nothing, since Stripe decides; once Stripe ends the subscription, access ends', async () => {
  const person = await subscriber();
  const customer = await findCustomerId(person);
  expect((await told('charge.refunded', { id: 'ch_1', object: 'charge', customer, refunded: true })).status).toBe(200);
  expect((await told('charge.dispute.created', { id: 'dp_1', object: 'dispute', charge: 'ch_1' })).status).toBe(200);
  expect(await isValid(person)).toBe(true);
  const since = await eventCount();
  await atStripe(`PATCH subscriptions/${(await readSubscription(person)).id}`, { status: 'canceled' });
  await bringAll(person, since);
  expect(await isValid(person)).toBe(false);
});

test('a customer deleted at Stripe has no subscription left, and can buy again even if no event arrived', async () => {
  const [told, untold] = [await subscriber(), await subscriber()];
  const since = await eventCount();
  await atStripe(`DELETE customers/${await findCustomerId(told)}`);
  await bringAll(told, since);
  expect(await isValid(told)).toBe(false);
  const before = await findCustomerId(untold);
  await atStripe(`DELETE customers/${before}`);
  const { status, body } = await buy(untold);
  expect([status, String(body.sessionId).slice(0, 3), await isValid(untold)]).toEqual([200, 'cs_', false]);
  expect(await findCustomerId(untold)).not.toBe(before);
  await payAt(body.redirectUrl);
  expect(await look(untold)).toMatchObject({ liveCount: 1, subscription: { isValid: true } });
});

test('a removed account that is recreated starts without a subscription', async () => {
  const [admin, person] = [await signedInPerson({ roles: ['ADMIN'] }), await subscriber()];
  const [before, { id }] = [await findCustomerId(person), await readSubscription(person)];
  await api(`DELETE /api/users/${person.row.id}`, { token: admin.token });
  const again = await signedInPerson({ email: person.row.email });
  await buy(again);
  expect([await isValid(again), await statusAtStripe(id)]).toEqual([false, 'canceled']);
  expect(await findCustomerId(again)).not.toBe(before);
});

test('an admin who acts as a subscriber gets no subscription from it, nor does the person from the admin', async () => {
  const [admin, person] = [await signedInPerson({ roles: ['ADMIN'] }), await signedInPerson()];
  const token = await impersonate(admin.row.id, person.row.id);
  const asPerson = await api('GET /api/users/has-valid-subscription', { token });
  expect(asPerson.body.hasValidSubscription).toBe(true);
  expect([await isValid(admin), await isValid(person)]).toEqual([false, false]);
  const { products } = (await api(`GET /api/users/${person.row.id}/subscription`, { token: admin.token })).body;
  expect(products.length).toBeGreaterThan(0);
  for (const call of [`GET /api/users/${person.row.id}/subscription`, `PUT /api/users/${person.row.id}/subscription-grant`]) {
    const body = call.startsWith('PUT') ? { body: { priceId: null, endsAt: new Date(Date.now() + 86_400_000).toISOString() } } : {};
    expect([call, (await api(call, { token: person.token, ...body })).status]).toEqual([call, 403]);
  }
});

test('no API key buys or opens the portal, whose page shows cards and invoices', async () => {
  const person = await subscriber();
  const token = await createApiKey(person, 'read', 'run', 'manage');
  const body = { priceId: PRICES.team };
  expect((await api('POST /api/billing/stripe/buy-subscription', { token, body })).status).toBe(403);
  expect((await api('POST /api/billing/stripe/create-session', { token })).status).toBe(403);
});

test('nonsense in a product’s metadata neither lifts limits nor stops a subscriber', () => {
  for (const text of ['-5', '1e9', '0x10', '12.5', 'Unlimited', 'unlimited!', '9999999999', 'NaN', 'null', '', '  ', '१२']) {
    expect([text, parsePlanQuotas({ maxRunsPerDay: text })]).toEqual([text, {}]);
  }
  expect(parsePlanQuotas({ maxRunsPerDay: ' 12 ', __proto__: '1', maxWorkflowInstancesPerDay: '1' } as Record<string, string>)).toEqual({
    maxWorkflowInstancesPerDay: 12,
  });
});
