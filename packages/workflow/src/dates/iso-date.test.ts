import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseIsoDate } from './iso-date.ts';

describe('parseIsoDate', () => {
  test('reads back every date that JavaScript writes', () => {
    const range = { min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(range), (date) => {
        expect(parseIsoDate(date.toISOString())).toBe(date.getTime());
      }),
    );
  });

  test.each<[string, string]>([
    ['2026-11-21', '2026-11-21T00:00:00.000Z'],
    ['2026-11-21T10:00', '2026-11-21T10:00:00.000Z'],
    ['2026-11-21 10:00:05.5Z', '2026-11-21T10:00:05.500Z'],
    ['2026-11-21T10:00:05.123456789-05:30', '2026-11-21T15:30:05.123Z'],
    ['2026-11-21T10:00:05+0200', '2026-11-21T08:00:05.000Z'],
    ['2026-12-31T24:00:00Z', '2027-01-01T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59.000Z'],
    ['2026-11-21 10:00:00 UTC', '2026-11-21T10:00:00.000Z'],
    ['2026-11-21T10:00:05.1234567891Z', '2026-11-21T10:00:05.123Z'],
    ['2026-11-21Z', '2026-11-21T00:00:00.000Z'],
    ['2026-11-21+02:00', '2026-11-20T22:00:00.000Z'],
  ])('%s is %s', (text, instant) => {
    expect(new Date(parseIsoDate(text) ?? Number.NaN).toISOString()).toBe(instant);
  });

  test.each([
    '',
    '2026',
    '2026-13-01',
    '2026-00-10',
    '2026-02-29',
    '2026-11-21T25:00',
    '2026-11-21T24:01',
    '2026-11-21T10:60',
    '2026-11-21T10:00:61',
    '2026-11-21-1',
    '21/11/2026',
    '2026-11-21T10:00+99:00',
    'x2026-11-21',
  ])('%s is not a date', (text) => {
    expect(parseIsoDate(text)).toBeNull();
  });
});
