import { expect, test } from 'vitest';
import { countWords } from './count-words.ts';

test('one item has the singular, any other number the plural', () => {
  expect([0, 1, 2, 1_200].map((count) => countWords(count, 'step'))).toEqual(['0 steps', '1 step', '2 steps', '1,200 steps']);
  expect([1, 2].map((count) => countWords(count, 'other mapping reads', 'other mappings read'))).toEqual([
    '1 other mapping reads',
    '2 other mappings read',
  ]);
});
