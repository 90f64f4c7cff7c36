import { expect, test } from 'vitest';
import { whoSetsQuotas } from './words-of-quota.ts';

test('a person with a plan reads that the plan sets their limits', () => {
  expect(whoSetsQuotas({ isValid: true, productName: 'Starter' })).toMatch(/^Your plan Starter sets these\./);
});

test('without a plan, with one that is not paid, or with one that has no name, an admin sets them', () => {
  for (const details of [
    null,
    undefined,
    { isValid: false, productName: 'Starter' },
    { isValid: true, productName: null },
    { isValid: true, productName: '' },
  ]) {
    expect(whoSetsQuotas(details)).toBe('An admin sets these for your account.');
  }
});
