import { expect, test } from 'vitest';
import { percentileMs } from './read-insights.ts';

/** The same as in the database: twice the binary logarithm, rounded down. */
const computeBucket = (ms: number) => Math.floor(2 * Math.log2(Math.max(ms, 1)));
function counted(durations: readonly number[]): Map<number, number> {
  const buckets = new Map<number, number>();
  for (const ms of durations) buckets.set(computeBucket(ms), (buckets.get(computeBucket(ms)) ?? 0) + 1);
  return buckets;
}

test('no runs have no percentile', () => {
  expect(percentileMs(new Map(), 0.5)).toBeNull();
  expect(percentileMs(new Map([[3, 0]]), 0.5)).toBeNull();
});

test.each([
  ['evenly spread', (at: number) => 1 + at * 3],
  ['a long tail', (at: number) => 20 + at ** 3 / 1_000],
  ['two humps', (at: number) => (at % 2 ? 50 + at / 50 : 9_000 + at)],
  ['all alike', () => 700],
])('for durations that are %s the median and the 95th are within one bucket of the exact ones', (_, durationOf) => {
  const durations = Array.from({ length: 5_000 }, (__, at) => durationOf(at)).sort((one, other) => one - other);
  for (const share of [0.5, 0.95]) {
    const exact = durations[Math.ceil(share * durations.length) - 1] ?? 0;
    const guess = percentileMs(counted(durations), share) ?? 0;
    expect(guess / exact).toBeGreaterThan(1 / Math.SQRT2);
    expect(guess / exact).toBeLessThan(Math.SQRT2);
  }
});
