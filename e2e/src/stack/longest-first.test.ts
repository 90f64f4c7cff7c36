import { expect, test } from 'vitest';
import { spread } from '../../longest-first.ts';

test('spreads waiting files evenly over the first half, so that they don’t wait side by side, and none starts last', () => {
  expect(spread(['A', 'B'], ['1', '2', '3', '4', '5', '6', '7', '8']).join('')).toBe('A12B345678');
});

test('leaves no file out, however many wait', () => {
  expect(spread(['A', 'B', 'C'], ['1']).join('')).toBe('A1BC');
  expect(spread(['A'], [])).toEqual(['A']);
  expect(spread([], ['1', '2'])).toEqual(['1', '2']);
  expect(spread([], [])).toEqual([]);
});
