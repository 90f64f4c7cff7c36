import { expect, test } from 'vitest';
import { whoSetsQuotas } from './words-of-quota.ts';

test('a person with a plan reads that the plan sets their limits', () => {
  expect(whoSetsQuotas({ isValid: true, productName: 'Starter' })).toMatch(/^Your plan Starter sets these limits\./);
});

test('a plan that no longer counts still limits them', () => {
  expect(whoSetsQuotas({ isValid: false, productName: 'Starter' })).toMatch(/^Your last plan Starter still sets the maximum/);
});

test('without a plan, or with an unnamed one, an admin sets them', () => {
  for (const details of [null, undefined, { isValid: true, productName: null }, { isValid: true, productName: '' }]) {
    expect(whoSetsQuotas(details)).toBe('An admin sets these for your account.');
  }
});
