import { expect, test } from 'vitest';
import { readHistogram } from './duration-histogram.ts';

test.each<[string, string, [number, number][]]>([
  ['nothing', '0', []],
  ['the lowest bucket', '7', [[0, 7]]],
  ['a full bucket', '999999999999', [[0, 999_999_999_999]]],
  ['the first digit of the next bucket', '1000000000000', [[1, 1]]],
  [
    'buckets far apart',
    `12${'000000000003'}${'000000000000'}${'000000000450'}`,
    [
      [0, 450],
      [2, 3],
      [3, 12],
    ],
  ],
])('a histogram of %s', (_, durations, buckets) => {
  expect([...readHistogram(durations)]).toEqual(buckets);
});
