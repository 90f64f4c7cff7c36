import Stripe from 'stripe';
import { expect, test } from 'vitest';
import type { SimulatedCall } from '../simulated-call.ts';
import { testPorts } from '../testing.ts';
import { addMonth } from './add-month.ts';
import { stripe as definition } from './index.ts';
import { API_VERSION } from './stripe-events.ts';

const ORIGIN = 'http://localhost:8080';
const ACCOUNT = { origin: ORIGIN, secretKey: 'sk_test_1', webhookSecret: 'whsec_1' };

/** The simulated Stripe behind the real library. */
function open(secretKey = ACCOUNT.secretKey) {
  const clock = { nowMs: Date.parse('2026-01-31T10:00:00Z') };
  const ports = testPorts(() => clock.nowMs);
  const system = definition.open({ ...ports, stripe: ACCOUNT });
  const callOf = (url: string, init: RequestInit = {}): SimulatedCall => {
    const headers = new Headers(init.headers);
    return { method: init.method ?? 'GET', url: new URL(url), header: (name) => headers.get(name), body: String(init.body ?? '') };
  };
  const fetchStripe = async (url: unknown, init?: RequestInit) => {
    const answer = await system.answer(callOf(String(url), init));
    return new Response(answer.body, { status: answer.status, headers: answer.headers });
  };
  const stripe = new Stripe(secretKey, { httpClient: Stripe.createFetchHttpClient(fetchStripe as typeof fetch), maxNetworkRetries: 0 });
  const page = (call: string, body: Record<string, string> | object = {}) => {
    const [method = 'GET', path = ''] = call.split(' ');
    const text =
      path.startsWith('checkout') || path.startsWith('portal')
        ? String(new URLSearchParams(body as Record<string, string>))
        : JSON.stringify(body);
    return system.page?.(callOf(`${ORIGIN}/local/simulators/stripe/${path}`, { method, body: text }), path.split('/'));
  };
  const entity = (name: string) => system.entities.find((one) => one.name === name);
  return { stripe, page, entity, sent: ports.sent };
}

async function checkout({ stripe }: ReturnType<typeof open>, more: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  const customer = await stripe.customers.create({ email: 'ada@example.com' });
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: 'price_PortageTeamMonthly', quantity: 1 }],
    success_url: `${ORIGIN}/done?id={CHECKOUT_SESSION_ID}`,
    ...more,
  });
  return { customer, session };
}

test('the real library buys, renews on the last day of a month, and verifies webhooks', async () => {
  const simulator = open();
  const { customer, session } = await checkout(simulator);
  expect(session.url).toBe(`${ORIGIN}/local/simulators/stripe/checkout/${session.id}`);
  expect(simulator.page(`POST checkout/${session.id}`, { card: '4242424242424242' })).toMatchObject({
    status: 303,
    headers: { location: `${ORIGIN}/done?id=${session.id}` },
  });
  const [subscription] = (await simulator.stripe.subscriptions.list({ customer: customer.id })).data;
  const periodEnd = () =>
    simulator.stripe.subscriptions.retrieve(subscription?.id ?? '').then(({ items }) => items.data[0]?.current_period_end ?? 0);
  expect(new Date((await periodEnd()) * 1000).toISOString()).toBe('2026-02-28T10:00:00.000Z');
  simulator.page('POST clock', { days: 30 });
  expect(new Date((await periodEnd()) * 1000).toISOString()).toBe('2026-03-31T10:00:00.000Z');
  const types = simulator.sent.map(({ event }) => event);
  expect(types).toEqual([
    'customer.created',
    'customer.subscription.created',
    'invoice.paid',
    'checkout.session.completed',
    'invoice.paid',
    'customer.subscription.updated',
  ]);
  for (const { body, sign, url } of simulator.sent) {
    expect(url).toBe(`${ORIGIN}/api/billing/stripe/webhook`);
    const header = sign?.()['stripe-signature'] ?? '';
    expect(simulator.stripe.webhooks.constructEvent(body, header, ACCOUNT.webhookSecret).object).toBe('event');
    expect(() => simulator.stripe.webhooks.constructEvent(body, header, 'whsec_2')).toThrow();
  }
});

test('a call that Stripe would refuse is refused in its words: unknown parameters, ids and keys', async () => {
  const { stripe } = open();
  await expect(stripe.customers.create({ emial: 'ada@example.com' } as Stripe.CustomerCreateParams)).rejects.toMatchObject({
    code: 'parameter_unknown',
    message: 'Received unknown parameter: emial',
  });
  await expect(stripe.subscriptions.retrieve('sub_none')).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing' });
  await expect(stripe.prices.list({ expand: ['data.tiers'] })).rejects.toThrow('This property cannot be expanded (data.tiers).');
  await expect(open('sk_test_2').stripe.prices.list()).rejects.toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
});

test('an idempotency key gives the same response, and refuses other parameters', async () => {
  const { stripe } = open();
  const options = { idempotencyKey: 'once' };
  const [first, second] = [
    await stripe.customers.create({ name: 'Ada' }, options),
    await stripe.customers.create({ name: 'Ada' }, options),
  ];
  expect(second.id).toBe(first.id);
  await expect(stripe.customers.create({ name: 'Bob' }, options)).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
});

test('an open checkout expires after a day, and a paid one can’t be expired', async () => {
  const simulator = open();
  const { session } = await checkout(simulator);
  const { session: paid } = await checkout(simulator);
  simulator.page(`POST checkout/${paid.id}`, { card: '4242424242424242' });
  await expect(simulator.stripe.checkout.sessions.expire(paid.id)).rejects.toThrow('status of complete');
  simulator.page('POST clock', { days: 1.1 });
  expect(await simulator.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'expired', url: null });
});

test('a plan change in the portal charges the month’s remaining difference at once, and a cheaper plan gives a credit', async () => {
  const simulator = open();
  const { customer, session } = await checkout(simulator);
  simulator.page(`POST checkout/${session.id}`, { card: '4242424242424242' });
  simulator.page('POST clock', { days: 14 });
  const subscription = async () => (await simulator.stripe.subscriptions.list({ customer: customer.id })).data[0];
  const portal = async (price: string) => {
    const { url } = await simulator.stripe.billingPortal.sessions.create({ customer: customer.id });
    const form = { action: 'change', subscription: (await subscription())?.id ?? '', price };
    return simulator.page(`POST ${url.slice(url.indexOf('portal/'))}`, form);
  };
  const paid = () =>
    simulator.sent.filter(({ event }) => event === 'invoice.paid').map(({ body }) => JSON.parse(body).data.object.amount_paid as number);
  // 14 of 28 days are left, so half of the 200 dollars between the plans.
  expect((await portal('price_PortageBusinessMonthly'))?.status).toBe(303);
  expect(paid()).toEqual([9_900, 10_000]);
  expect((await portal('price_PortageStarterMonthly'))?.status).toBe(303);
  expect(paid()).toEqual([9_900, 10_000]);
  expect(await simulator.stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -13_500 });
  simulator.page('POST clock', { days: 15 });
  expect(paid()).toEqual([9_900, 10_000, 0]);
  expect(await simulator.stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -10_600 });
  expect((await subscription())?.items.data[0]?.price.id).toBe('price_PortageStarterMonthly');
});

test('trial and promotion code come from the session, and a wrong trial length is refused', async () => {
  const simulator = open();
  const { session } = await checkout(simulator, { allow_promotion_codes: true, subscription_data: { trial_period_days: 7 } });
  expect(session).toMatchObject({ amount_total: 0, allow_promotion_codes: true, payment_status: 'unpaid' });
  simulator.page(`POST checkout/${session.id}`, { card: '4242424242424242' });
  expect(await simulator.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ payment_status: 'no_payment_required' });
  const { data } = await simulator.stripe.subscriptions.list({ status: 'trialing' });
  expect(data[0]?.trial_end).toBe((data[0]?.created ?? 0) + 7 * 86_400);
  const { session: lowered } = await checkout(simulator, { allow_promotion_codes: true });
  simulator.page(`POST checkout/${lowered.id}`, { card: '4242424242424242', code: 'WELCOME20' });
  expect(await simulator.stripe.checkout.sessions.retrieve(lowered.id)).toMatchObject({ amount_total: 7_920, payment_status: 'paid' });
  const { session: plain } = await checkout(simulator);
  simulator.page(`POST checkout/${plain.id}`, { card: '4242424242424242', code: 'WELCOME20' });
  expect(await simulator.stripe.checkout.sessions.retrieve(plain.id)).toMatchObject({ amount_total: 9_900 });
  await expect(checkout(simulator, { subscription_data: { trial_period_days: 731 } })).rejects.toThrow('from 1 to 730');
});

test('a subscription that is ended by hand ends now, not at the end of its period', async () => {
  const simulator = open();
  const { customer, session } = await checkout(simulator);
  simulator.page(`POST checkout/${session.id}`, { card: '4242424242424242' });
  const read = async () => (await simulator.stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data[0];
  const id = (await read())?.id ?? '';
  simulator.entity('subscriptions')?.change(id, { status: 'canceled' });
  await expect.poll(async () => (await read())?.ended_at).toBe(Date.parse('2026-01-31T10:00:00Z') / 1000);
  simulator.entity('subscriptions')?.change(id, { status: 'active' });
  await expect.poll(async () => (await read())?.ended_at).toBeNull();
});

test('the simulated API version is the one that the library knows', async () => {
  const { stripe } = open();
  expect(API_VERSION).toBe(stripe.getApiField('version'));
  const other = open();
  await expect(other.stripe.prices.list({}, { apiVersion: '2024-06-20' })).rejects.toThrow('Invalid Stripe API version: 2024-06-20');
});

test('months keep the anchor day if they have it', () => {
  const day = (text: string) => Date.parse(`${text}T00:00:00Z`) / 1000;
  const anchor = day('2026-01-31');
  expect([addMonth(anchor, anchor), addMonth(day('2026-02-28'), anchor), addMonth(day('2026-12-31'), anchor)]).toEqual([
    day('2026-02-28'),
    day('2026-03-31'),
    day('2027-01-31'),
  ]);
});
