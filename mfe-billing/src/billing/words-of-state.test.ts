import { expect, test } from 'vitest';
import { wordsOfState } from './words-of-state.ts';

const subscription = {
  status: 'active',
  productName: 'Team',
  isValid: true,
  currentPeriodEnd: '2026-12-24T10:00:00.000Z',
  endsAt: null,
  graceEndsAt: null,
};
const grant = { priceId: null, productName: 'Business', endsAt: '2027-01-31T10:00:00.000Z' };
const words = (changes: object, given: typeof grant | null = null) =>
  wordsOfState({ subscription: { ...subscription, ...changes }, grant: given, mode: 'live' });

test('each state says how long it lasts and what happens then', () => {
  expect(words({}).text).toMatch(/^Your subscription renews on .*2026/);
  expect(words({ endsAt: subscription.currentPeriodEnd }).text).toMatch(/^Your subscription ends on .*nothing more is charged\.$/);
  expect(words({ status: 'trialing' }).text).toMatch(/^Your trial lasts until .*The first payment is due then\.$/);
  expect(words({ status: 'past_due', graceEndsAt: '2026-12-31T10:00:00.000Z' }).text).toMatch(
    /^The last payment failed\. You keep everything until/,
  );
  expect(words({ status: 'past_due', isValid: false }).text).toContain('the grace period has ended');
  expect(words({ status: 'unpaid', isValid: false }).text).toMatch(
    /is unpaid and inactive\. Please pay the open invoice .*, or choose a product/,
  );
  expect(words({ status: 'paused', isValid: false }).text).toMatch(
    /is paused\. Choose a product to begin again\. Its run limits still apply/,
  );
  expect(words({ status: 'trialing', endsAt: '2026-12-01T10:00:00.000Z' }).text).toMatch(/^Your trial ends on .*Nothing is charged\.$/);
  expect(words({ status: 'canceled', isValid: false, endsAt: '2026-11-01T00:00:00.000Z' }).text).toMatch(
    /^Your subscription Team ended on .*2026/,
  );
});

test('a plan that no longer counts still sets limits, and the page says so', () => {
  for (const status of ['canceled', 'unpaid', 'paused', 'past_due']) {
    expect(words({ status, isValid: false }).text).toMatch(/Its run limits still apply\. Lower limits on your account take precedence\.$/);
  }
  for (const status of ['active', 'trialing']) expect(words({ status }).text).not.toContain('limits');
  expect(words({ status: 'incomplete', isValid: false }).text).not.toContain('limits');
});

test('a granted plan is shown if nothing is paid, and says that it ends by itself', () => {
  expect(words({ status: 'canceled', isValid: false }, grant)).toMatchObject({ title: 'Business', tone: 'success' });
  expect(words({ status: 'canceled', isValid: false }, grant).text).toMatch(/without payment until .*nothing is charged\.$/);
  expect(words({}, grant).title).toBe('Team');
});

test('a person without any plan is told so', () => {
  expect(wordsOfState({ subscription: null, grant: null, mode: 'live' }).text).toBe('You have no subscription. Choose a product to begin.');
  expect(wordsOfState({ subscription: null, grant: null, mode: 'none' }).text).toContain('not sold here');
});
