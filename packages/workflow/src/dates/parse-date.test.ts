import { describe, expect, test } from 'vitest';
import { parseDate } from './parse-date.ts';
import { timeZone } from './time-zone.ts';

const read = (text: string, pattern: string) => {
  const instantMs = parseDate(text, pattern, timeZone('UTC'));
  return instantMs === null ? null : new Date(instantMs).toISOString();
};

describe('parsing a date by a pattern', () => {
  test.each([
    ['3112', 'dM', '1970-12-31T00:00:00.000Z'],
    // The day gives a digit back, so that the month has two.
    ['112', 'dMM', '1970-12-01T00:00:00.000Z'],
    ['1122026', 'dMyyyy', '2026-02-11T00:00:00.000Z'],
    ['Maytag 2026', "MMM'tag' yyyy", '2026-05-01T00:00:00.000Z'],
    ['3May2026', 'dMMMyyyy', '2026-05-03T00:00:00.000Z'],
    ['5pm', 'htt', '1970-01-01T17:00:00.000Z'],
    ['05pm', 'hhtt', '1970-01-01T17:00:00.000Z'],
    ['2026-11-29+0130', 'yyyy-MM-ddzzz', '2026-11-28T22:30:00.000Z'],
    ['2026-11-29Z', 'yyyy-MM-ddzzz', '2026-11-29T00:00:00.000Z'],
    ['a.b 1', "'a.b' d", '1970-01-01T00:00:00.000Z'],
    ['axb 1', "'a.b' d", null],
    ['1 trailing', 'd', null],
    ['', 'd', null],
    ['anything', "'anything'", null],
  ])('%j as %j is %s', (text, pattern, expected) => {
    expect(read(text, pattern)).toBe(expected);
  });

  test.each([
    [`${'1'.repeat(64)}x`, 'dM'.repeat(21)],
    [`${'1'.repeat(99)}x`, 'dMHms'.repeat(20)],
    [`${'a'.repeat(99)}1`, 'MMMM'.repeat(25)],
    ['1'.repeat(100), `${'d'.repeat(99)}x`],
  ])('HOSTILE 46: %j as %j is not a date, and that is found at once', (text, pattern) => {
    expect(read(text, pattern)).toBeNull();
  });
});
