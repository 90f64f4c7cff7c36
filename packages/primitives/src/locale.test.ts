import { expect, test } from 'vitest';
import { chooseLocale, formatTimeOfDay } from './locale.ts';

test('the first language whose digits and direction fit English is chosen', () => {
  expect(chooseLocale(['ar-EG', 'he', 'fr-CH', 'en'])).toBe('fr-CH');
  expect(chooseLocale(['*', 'en-US@posix', 'tlh'])).toBeNull();
});

test.each([
  ['en-US', '8:05 AM'],
  ['en-GB', '08:05'],
  ['de', '08:05'],
])('a time of day follows the clock of %s', (locale, words) => {
  expect(formatTimeOfDay(new Date('2026-01-05T08:05Z'), locale)).toBe(words);
});
