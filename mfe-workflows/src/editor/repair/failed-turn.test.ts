import { expect, test } from 'vitest';
import { failedTurn } from './failed-turn.ts';

test('is the item of each loop around the failed step', () => {
  const orders = { name: 'orders', index: 3, count: 5, item: { id: 4 } };
  const line = { name: 'each line', index: 1, count: 2, item: { sku: 'B2' } };
  expect(failedTurn([orders, line])).toEqual({
    orders: { CurrentItem: { id: 4 }, CurrentIndex: 3 },
    'each line': { CurrentItem: { sku: 'B2' }, CurrentIndex: 1 },
  });
  expect(failedTurn([{ name: 'each', index: 0, count: 1, item: null }])).toEqual({ each: { CurrentItem: null, CurrentIndex: 0 } });
});

test('is empty outside loops, and if the list was not stored', () => {
  expect(failedTurn(undefined)).toEqual({});
  expect(failedTurn([{ name: 'each', index: 1, count: null }])).toEqual({});
});
