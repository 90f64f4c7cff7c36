import { expect, test } from 'vitest';
import { reconciledText } from './reconciled-text.ts';

test('says what was compared and corrected', () => {
  expect(reconciledText({ checked: 1, corrected: 0, failed: [] })).toBe('1 schedule or listener compared with the database, 0 corrected.');
  expect(reconciledText({ checked: 12, corrected: 3, failed: [] })).toBe(
    '12 schedules and listeners compared with the database, 3 corrected.',
  );
});

test('names the workflows that didn’t respond, the first ten of many', () => {
  expect(reconciledText({ checked: 2, corrected: 0, failed: ['w1'] })).toContain('didn’t respond: w1. Reconcile again');
  const failed = Array.from({ length: 12 }, (_, at) => `w${at}`);
  expect(reconciledText({ checked: 12, corrected: 0, failed })).toMatch(/w9 and 2 more\./);
});
