import Stripe from 'stripe';
import { expect, test } from 'vitest';
import type { SimulatedCall } from '../simulated-call.ts';
import { testPorts } from '../testing.ts';
import { addMonth } from './add-month.ts';
import { stripe as definition } from './index.ts';

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
  return { stripe, page, sent: ports.sent };
}

async function checkout({ stripe }: ReturnType<typeof open>) {
  const customer = await stripe.customers.create({ email: 'ada@example.com' });
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: 'price_PortageTeamMonthly', quantity: 1 }],
    success_url: `${ORIGIN}/done?id={CHECKOUT_SESSION_ID}`,
  });
  return { customer, session };
}

test('the real library buys, renews on the last day of a month, and verifies what was sent', async () => {
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

test('a key of idempotency gives the same answer, and refuses other parameters', async () => {
  const { stripe } = open();
  const options = { idempotencyKey: 'once' };
  const [first, second] = [
    await stripe.customers.create({ name: 'Ada' }, options),
    await stripe.customers.create({ name: 'Ada' }, options),
  ];
  expect(second.id).toBe(first.id);
  await expect(stripe.customers.create({ name: 'Bob' }, options)).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
});

test('an open checkout expires after a day, and a paid one cannot be expired', async () => {
  const simulator = open();
  const { session } = await checkout(simulator);
  const { session: paid } = await checkout(simulator);
  simulator.page(`POST checkout/${paid.id}`, { card: '4242424242424242' });
  await expect(simulator.stripe.checkout.sessions.expire(paid.id)).rejects.toThrow('status of complete');
  simulator.page('POST clock', { days: 1.1 });
  expect(await simulator.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'expired', url: null });
});

test('months keep the day of the beginning where they have it', () => {
  const day = (text: string) => Date.parse(`${text}T00:00:00Z`) / 1000;
  const anchor = day('2026-01-31');
  expect([addMonth(anchor, anchor), addMonth(day('2026-02-28'), anchor), addMonth(day('2026-12-31'), anchor)]).toEqual([
    day('2026-02-28'),
    day('2026-03-31'),
    day('2027-01-31'),
  ]);
});
