import { saveBillingMode } from '@portage/database';
import { sql } from 'drizzle-orm';
import Stripe from 'stripe';
import { beforeAll, expect, test } from 'vitest';
import { api, database, signedInPerson, testEnv } from '../../test/api.ts';
import {
  bringAll,
  buy,
  confirm,
  findCustomerId,
  isValid,
  listInvoices,
  look,
  readSubscription,
  statusAtStripe,
  subscriber,
} from '../../test/billing-people.ts';
import { advance, atStripe, bring, eventCount, eventsSince, PRICES, payAt } from '../../test/stripe.ts';
import { readOverdueSubscriptions } from './keep-billing.ts';

/** HOSTILE 33: people pay while something fails; each gets what was paid for. */

beforeAll(() => saveBillingMode(database(), 'simulated', new Date()));

const DAY_MS = 86_400_000;

const begun = async (since: number) => (await eventsSince(since)).find((event) => event.includes('"customer.subscription.created"')) ?? '';

test('an event that the database couldn’t store is refused with 5xx, and counts when Stripe sends it again', async () => {
  const person = await signedInPerson();
  const since = await eventCount();
  await payAt((await buy(person)).body.redirectUrl);
  const event = await begun(since);
  await database().execute(sql`alter table subscriptions rename to subscriptions_away`);
  try {
    expect((await bring(event)).status).toBeGreaterThanOrEqual(500);
  } finally {
    await database().execute(sql`alter table subscriptions_away rename to subscriptions`);
  }
  expect(await isValid(person)).toBe(false);
  expect((await bring(event)).status).toBe(200);
  expect(await isValid(person)).toBe(true);
});

test('an event that couldn’t be recorded is accepted again without harm', async () => {
  const person = await signedInPerson();
  const since = await eventCount();
  await payAt((await buy(person)).body.redirectUrl);
  const event = await begun(since);
  await database().execute(sql`alter table billing_events add constraint none_for_now check (taken_at < '2000-01-01') not valid`);
  try {
    expect((await bring(event)).status).toBeGreaterThanOrEqual(500);
  } finally {
    await database().execute(sql`alter table billing_events drop constraint none_for_now`);
  }
  expect((await bring(event)).status).toBe(200);
  expect([await isValid(person), (await look(person)).liveCount]).toEqual([true, 1]);
});

test('while the webhook secret is changed, Stripe signs with both, and either one is enough', async () => {
  const person = await signedInPerson();
  const since = await eventCount();
  await payAt((await buy(person)).body.redirectUrl);
  const payload = await begun(since);
  const signatureBy = (secret: string) =>
    Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret, cryptoProvider: Stripe.createSubtleCryptoProvider() });
  const [before, after] = [await signatureBy('whsec_only_for_tests'), await signatureBy('whsec_the_new_one')];
  const both = `${before},${after.split(',').find((part) => part.startsWith('v1='))}`;
  const send = (signature: string, secret: string) =>
    api('POST /api/billing/stripe/webhook', {
      rawBody: payload,
      headers: { 'stripe-signature': signature },
      env: { STRIPE_WEBHOOK_SECRET: secret },
    });
  // Portage has the new secret before Stripe signs with it: the event is refused, and Stripe sends it again.
  expect((await send(before, 'whsec_the_new_one')).status).toBe(400);
  expect(await isValid(person)).toBe(false);
  expect((await send(both, 'whsec_the_new_one')).status).toBe(200);
  expect((await send(both, 'whsec_only_for_tests')).status).toBe(200);
  expect(await isValid(person)).toBe(true);
});

test('after days without Portage, longer than Stripe repeats events, the sweep reads the renewal', async () => {
  const person = await subscriber();
  const end = Date.parse((await look(person)).subscription.currentPeriodEnd);
  await advance(36);
  const back = new Date(end + 4 * DAY_MS);
  await readOverdueSubscriptions(testEnv, back);
  expect((await readSubscription(person)).status).toBe('active');
  expect(Date.parse((await look(person)).subscription.currentPeriodEnd)).toBeGreaterThan(back.getTime());
});

test('a checkout finished in another person’s browser belongs to the payer; the other person is told it isn’t theirs', async () => {
  const [payer, other] = [await signedInPerson(), await signedInPerson()];
  const since = await eventCount();
  const { body } = await buy(payer);
  await payAt(body.redirectUrl);
  expect((await confirm(other, body.sessionId)).body).toEqual({ isSuccess: false, errorMessage: 'This checkout was not found.' });
  await bringAll(payer, since);
  expect([await isValid(payer), await isValid(other)]).toEqual([true, false]);
});

test('a Stripe promotion code lowers the first payment; one for the whole price needs none; a wrong one is refused', async () => {
  const [saver, friend] = [await signedInPerson(), await signedInPerson()];
  const first = (await buy(saver)).body;
  expect((await payAt(first.redirectUrl, undefined, { code: 'NO-SUCH-CODE' })).text).toContain('This code is invalid.');
  expect((await payAt(first.redirectUrl, undefined, { code: 'welcome20' })).status).toBe(303);
  await look(saver);
  const { id } = await readSubscription(saver);
  await advance(31);
  expect((await listInvoices(id)).map(({ amount_due }) => amount_due)).toEqual([2_900, 2_320]);
  const second = (await buy(friend, PRICES.team)).body;
  await payAt(second.redirectUrl, undefined, { code: 'FRIENDS' });
  expect((await confirm(friend, second.sessionId)).body).toEqual({ isSuccess: true, errorMessage: null });
  expect(await isValid(friend)).toBe(true);
});

test('a payment method whose money comes later counts from when Stripe says so', async () => {
  const person = await signedInPerson();
  const { body } = await buy(person);
  await payAt(body.redirectUrl);
  const record = `checkout_sessions/${body.sessionId}`;
  await atStripe(`PATCH ${record}`, { payment_status: 'unpaid' });
  const { id } = (await atStripe<{ records: { id: string; customer: string }[] }>('GET subscriptions')).records.at(-1) ?? { id: '' };
  await atStripe(`PATCH subscriptions/${id}`, { status: 'incomplete' });
  expect((await confirm(person, body.sessionId)).body).toMatchObject({
    isSuccess: false,
    errorMessage: expect.stringContaining('on its way'),
  });
  expect(await isValid(person)).toBe(false);
  await atStripe(`PATCH subscriptions/${id}`, { status: 'active' });
  expect((await confirm(person, body.sessionId)).body).toEqual({ isSuccess: true, errorMessage: null });
});

test('a person deleted while Stripe is down isn’t charged again: the next sweep ends the subscription', async () => {
  const [admin, person] = [await signedInPerson({ roles: ['ADMIN'] }), await subscriber()];
  const { id } = await readSubscription(person);
  const away = { STRIPE_SIMULATOR_URL: 'http://stripe.is-away.example' };
  const { warnings } = (await api(`DELETE /api/users/${person.row.id}`, { token: admin.token, env: away })).body;
  expect(warnings).toMatchObject([{ code: 'still-charged' }]);
  expect(await statusAtStripe(id)).toBe('active');
  await readOverdueSubscriptions(testEnv, new Date(Date.now() + 2 * 3_600_000));
  expect(await statusAtStripe(id)).toBe('canceled');
});

test('two Portage processes that read at once while the person pays and cancels end with what Stripe has', async () => {
  const person = await signedInPerson();
  const { body } = await buy(person);
  await Promise.all([payAt(body.redirectUrl), look(person), look(person), confirm(person, body.sessionId)]);
  await look(person);
  expect([await isValid(person), typeof (await findCustomerId(person))]).toEqual([true, 'string']);
});
