import { expect, test } from 'vitest';
import { schedulePeriods } from '../model/values.ts';
import { scheduleProblems } from './schedule-problems.ts';

const messages = (frequency: number, period: (typeof schedulePeriods)[number]) =>
  scheduleProblems({ frequency, period }).map(({ message }) => message);

test('a frequency is a whole number whose runs are at most 100 years apart; a OneTime schedule has none', () => {
  expect(messages(1.5, 'Month')).toEqual(['Frequency must be a whole number of at least 1']);
  expect(messages(1_200, 'Month')).toEqual([]);
  expect(messages(1_201, 'Month')).toEqual(['Frequency must be at most 1,200: runs are at most 100 years apart']);
  for (const period of schedulePeriods) expect(messages(99_999_999_999, period)).toHaveLength(period === 'OneTime' ? 0 : 1);
});
