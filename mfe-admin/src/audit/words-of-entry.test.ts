import { expect, test } from 'vitest';
import { wordsOfAction, wordsOfDetails } from './words-of-entry.ts';

test('an action is told in words, also one that is newer than the page', () => {
  expect(wordsOfAction('session.impersonation-begun')).toBe('Began to act as another user');
  expect(wordsOfAction('sync.rule-saved')).toBe('Sync: rule saved');
  expect(wordsOfAction('constructor')).toBe('Constructor');
});

test('details are names and values, without the marks of JSON', () => {
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
