import { expect, test } from 'vitest';
import { customerName, formatBalance } from './balance.ts';

test('shows balance and initial amount with two decimals (GIFT-05)', () => {
  expect(formatBalance({ balance: 35, initialAmount: 1250.5 })).toBe('35.00 / 1,250.50');
});

test('shows as much of the customer’s name as is known', () => {
  expect(customerName({ firstName: 'Ada', lastName: 'Lovelace' })).toBe('Ada Lovelace');
  expect(customerName({ firstName: null, lastName: 'Lovelace' })).toBe('Lovelace');
  expect(customerName({ firstName: null, lastName: null })).toBe('–');
});
