import { expect, test } from 'vitest';
import { computeRunTime } from './run-time.ts';

const at = (seconds: number) => new Date(seconds * 1_000).toISOString();
const run = { createdAt: at(0), startedAt: at(1), finishedAt: at(101), continuedAt: null as string | null };

test('a run that was never continued was working all the time', () => {
  expect(computeRunTime(run, [], 0)).toEqual({ wholeMs: 100_000, workedMs: 100_000 });
});

test('the time between failing and being continued isn’t working time', () => {
  const attempts = [
    { finishedAt: at(3), continuedAt: at(43) },
    { finishedAt: at(44), continuedAt: at(99) },
  ];
  expect(computeRunTime({ ...run, continuedAt: at(99) }, attempts, 0)).toEqual({ wholeMs: 100_000, workedMs: 5_000 });
});

test('a running run is measured until now', () => {
  const attempts = [{ finishedAt: at(3), continuedAt: at(43) }];
  expect(computeRunTime({ ...run, finishedAt: null, continuedAt: at(43) }, attempts, 51_000)).toEqual({
    wholeMs: 50_000,
    workedMs: 10_000,
  });
});
