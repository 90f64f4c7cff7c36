import { expect, test } from 'vitest';
import { lastMonths } from './dashboard-routes.ts';

test('gives the first of each month across a year boundary, the current month last', () => {
  const months = lastMonths(new Date('2026-02-28T23:59:59Z'), 3).map((month) => month.toISOString().slice(0, 10));
  expect(months).toEqual(['2025-12-01', '2026-01-01', '2026-02-01']);
});
