import { expect, test } from 'vitest';
import { wordsOfChange } from './words-of-change.ts';

const product = (name: string) => ({
  priceId: `price_${name}`,
  name,
  formattedPrice: '$99.00',
  description: '',
  trialDays: 0,
});
const products = ['Starter', 'Team', 'Business'].map(product);
const subscription = {
  status: 'active',
  productName: 'Team',
  isValid: true,
  currentPeriodEnd: '2026-12-24T10:00:00.000Z',
  endsAt: null as string | null,
  graceEndsAt: null,
};
const change = { fromPriceId: 'price_Starter', toPriceId: 'price_Team' };

test('a changed plan is described with both names, its price and the next payment', () => {
  const words = wordsOfChange(change, { priceId: 'price_Team', subscription }, products);
  expect(words?.title).toBe('You changed from Starter to Team');
  expect(words?.text).toMatch(/^Team and its limits apply from now on\. It costs \$99\.00 per month, next on .*2026\.$/);
});

test('a plan that ends shows its end instead of a next payment', () => {
  const state = { priceId: 'price_Team', subscription: { ...subscription, endsAt: subscription.currentPeriodEnd } };
  expect(wordsOfChange(change, state, products)?.text).toMatch(/Your subscription still ends on .*2026\.$/);
});

test('a change at the end of the period says that the previous plan applies until then', () => {
  const words = wordsOfChange(change, { priceId: 'price_Starter', subscription }, products);
  expect([words?.tone, words?.text]).toEqual([
    'info',
    expect.stringMatching(/^You keep Starter until Stripe makes the change, which is on .*2026/),
  ]);
});

test('an address with foreign or outdated plans shows nothing', () => {
  expect(wordsOfChange(change, { priceId: 'price_Business', subscription }, products)).toBeNull();
  expect(wordsOfChange(change, { priceId: null, subscription: null }, products)).toBeNull();
  expect(wordsOfChange({ ...change, fromPriceId: 'price_other' }, { priceId: 'price_Team', subscription }, products)).toBeNull();
});
