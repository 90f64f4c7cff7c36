import { expect, test } from 'vitest';
import { wordsOfDetails } from './words-of-details.ts';

test('shows details as names and values, without JSON syntax', () => {
  expect(
    wordsOfDetails({
      email: 'ada@example.com',
      changed: ['hideBilling', 'dashboardType'],
      quotas: { maxRuns: 7 },
      isTest: true,
      note: null,
      more: {},
    }),
  ).toBe('Email: ada@example.com; Changed: hide billing, dashboard type; Quotas: max runs 7; Is test: yes');
  expect(wordsOfDetails({})).toBe('');
});
