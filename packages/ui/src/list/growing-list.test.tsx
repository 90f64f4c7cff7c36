import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { GROW_EVERY_MS, growingCount, useGrowingList } from './growing-list.ts';

test('CONST-06: 25 items appear at once, 25 more every 500 ms, and after nine steps there is no limit', () => {
  expect([0, 1, 2, 8, 9, 10].map(growingCount)).toEqual([25, 50, 75, 225, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
  expect(GROW_EVERY_MS).toBe(500);
});

function Numbers({ count }: { count: number }) {
  return useGrowingList(Array.from({ length: count }, (_, index) => index)).map((index) => <i key={index} />);
}

test('a list of up to 25 is drawn whole, and a longer one starts with its first 25', () => {
  const drawn = (count: number) => renderToString(<Numbers count={count} />).split('<i>').length - 1;
  expect([0, 25, 26, 400].map(drawn)).toEqual([0, 25, 25, 25]);
});
