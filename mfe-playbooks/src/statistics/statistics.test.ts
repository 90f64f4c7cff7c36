import { expect, test } from 'vitest';
import { monthlyBars, yearlyTotal } from './statistics.ts';

const stats = {
  totalWorkflowsCount: 3,
  totalWorkflowInstancesCount: 1000,
  workflowInstancesStats: [
    { createdAtDate: '2025-12-01T00:00:00.000Z', instancesCount: 12 },
    { createdAtDate: '2026-01-01T00:00:00.000Z', instancesCount: 0 },
    { createdAtDate: '2026-02-01T00:00:00.000Z', instancesCount: 30 },
  ],
};

test('labels the months as MMM YYYY and keeps empty ones (DASH-24)', () => {
  expect(monthlyBars(stats)).toEqual([
    { label: 'Dec 2025', value: 12 },
    { label: 'Jan 2026', value: 0 },
    { label: 'Feb 2026', value: 30 },
  ]);
});

test('adds the months up to the yearly total, whatever the all-time total (DASH-25)', () => {
  expect(yearlyTotal(stats)).toBe(42);
});
