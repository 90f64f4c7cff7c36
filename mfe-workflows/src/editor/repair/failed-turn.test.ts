import { expect, it } from 'vitest';
import { failedTurn } from './failed-turn.ts';

it('is the item of the innermost loop around the step that failed', () => {
  expect(failedTurn('orders[3]/each line[1]/large.Yes/tell', { sku: 'B2' })).toEqual({
    'each line': { CurrentItem: { sku: 'B2' }, CurrentIndex: 1 },
  });
  expect(failedTurn('each[0]/tell', null)).toEqual({ each: { CurrentItem: null, CurrentIndex: 0 } });
});

it('is nothing outside of loops, and where the item was not recorded', () => {
  expect(failedTurn('large.Yes/tell', { sku: 'B2' })).toEqual({});
  expect(failedTurn('each[1]/tell', undefined)).toEqual({});
});
