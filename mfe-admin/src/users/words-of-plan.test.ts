import { expect, test } from 'vitest';
import { planLabel, wordsOfPlan } from './words-of-plan.ts';

const formatDate = (instant: string) => instant.slice(0, 10);
const subscription = {
  status: 'past_due',
  productName: 'Team',
  isValid: true,
  currentPeriodEnd: '2030-01-02T00:00:00.000Z',
  endsAt: null,
  graceEndsAt: null,
};

test('an admin sees what a person has, paid and granted', () => {
  expect(wordsOfPlan({ subscription: null, grant: null }, formatDate)).toBe('This person has no subscription.');
  const grant = { priceId: null, productName: null, endsAt: '2031-01-01T00:00:00.000Z' };
  expect(wordsOfPlan({ subscription, grant }, formatDate)).toBe(
    'The subscription Team is past due at Stripe, is paid until 2030-01-02, and counts now. A subscription is granted without payment until 2031-01-01.',
  );
  expect(
    wordsOfPlan(
      { subscription: { ...subscription, status: 'canceled', isValid: false, endsAt: '2020-01-01T00:00:00.000Z' }, grant: null },
      formatDate,
    ),
  ).toContain('ended on 2020-01-01, and does not count now');
});

test('the list names the plan, and its state unless simply active', () => {
  const plan = { name: 'Team', status: 'active', isValid: true, isGranted: false, endsAt: null };
  expect(
    [plan, { ...plan, status: 'past_due' }, { ...plan, name: null, status: 'granted' }, { ...plan, status: 'canceled' }, null].map(
      planLabel,
    ),
  ).toEqual(['Team', 'Team, past due', 'Subscription, granted', null, null]);
});
