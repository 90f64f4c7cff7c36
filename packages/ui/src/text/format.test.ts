import { describe, expect, test } from 'vitest';
import {
  dayIn,
  formatCount,
  formatDate,
  formatDateTime,
  formatDayOfYear,
  formatDecimal,
  formatDuration,
  formatMoment,
  formatNumber,
  formatPreciseTime,
  formatWeekdayAndTime,
} from './format.ts';
import { formatLocale } from './locale.ts';
import { formatMonth, formatSavedAt, SPECIFIED_LOCALE } from './specified-formats.ts';
import { isoDay } from './time-zone.ts';

describe('formatting', () => {
  test.each([
    ['en-US', 'Nov 21, 2026 4:08:06 PM', 'Nov 21', 'Sat, Nov 21, 2026, 4:08 PM', '1,234,567', '1,250.00', '1.2 s'],
    ['en-GB', '21 Nov 2026 16:08:06', '21 Nov', 'Sat, 21 Nov 2026, 16:08', '1,234,567', '1,250.00', '1.2 s'],
    ['de-DE', '21.11.2026 16:08:06', '21. Nov.', 'Sa., 21. Nov. 2026, 16:08', '1.234.567', '1.250,00', '1,2 s'],
    ['fr-FR', '21 nov. 2026 16:08:06', '21 nov.', 'sam. 21 nov. 2026, 16:08', '1 234 567', '1 250,00', '1,2 s'],
    ['sv-SE', '21 nov. 2026 16:08:06', '21 nov.', 'lör 21 nov. 2026 16:08', '1 234 567', '1 250,00', '1,2 s'],
    ['ja-JP', '2026/11/21 16:08:06', '11月21日', '2026年11月21日(土) 16:08', '1,234,567', '1,250.00', '1.2 s'],
  ])('follows the language %s', (locale, dateTime, day, weekday, number, decimal, duration) => {
    const at = new Date('2026-11-21T16:08:06.120Z');
    const inLocale = ['UTC', locale] as const;
    expect([formatDateTime(at, ...inLocale), formatDayOfYear(at, ...inLocale)]).toEqual([dateTime, day]);
    expect(formatWeekdayAndTime(at, ...inLocale)).toBe(weekday);
    expect([formatNumber(1_234_567, locale), formatDecimal(1250, 2, locale)].map((text) => text.replaceAll(/\s/g, ' '))).toEqual([
      number,
      decimal,
    ]);
    expect(formatDuration(1_240, locale)).toBe(duration);
  });

  test('writes a time to the millisecond', () => {
    const at = new Date('2026-11-21T16:08:06.120Z');
    expect(['en-US', 'de-DE'].map((locale) => formatPreciseTime(at, 'UTC', locale))).toEqual(['4:08:06.120 PM', '16:08:06,120']);
  });

  test('writes instants in the person’s zone', () => {
    expect(formatDateTime('2026-11-21T00:00:00Z', 'UTC')).toBe('Nov 21, 2026 12:00:00 AM');
    expect(formatDateTime('2026-11-21T12:30:00Z', 'UTC')).toBe('Nov 21, 2026 12:30:00 PM');
    expect(formatDateTime('2026-11-21T04:08:06Z', 'America/New_York')).toBe('Nov 20, 2026 11:08:06 PM');
  });

  test('shortens a moment of today to its time and one of this year to its day', () => {
    const now = new Date('2026-11-21T16:08:06Z');
    const moments = ['2026-11-21T00:05:00Z', '2026-01-02T00:05:00Z', '2025-12-31T23:59:00Z', 'soon'];
    expect(moments.map((moment) => formatMoment(moment, now, 'UTC', 'en-US'))).toEqual(['12:05 AM', 'Jan 2', 'Dec 31, 2025', '–']);
    expect(moments.map((moment) => formatMoment(moment, now, 'UTC', 'de-DE'))).toEqual(['00:05', '2. Jan.', '31.12.2025', '–']);
  });

  test.each(['UTC', 'America/Los_Angeles', 'Pacific/Kiritimati'])(
    'writes a date without a time as the same day, without a time, in %s',
    (zone) => {
      const days = [
        '2026-11-21',
        '2026-11-21T00:00:00',
        '2026-11-21 00:00',
        '2026-11-21T00:00:00.000',
        '2026-11-21Z',
        '2026-11-21+14:00',
        '11/21/2026',
        'Nov 21, 2026',
        '21 Nov 2026',
      ];
      for (const day of days)
        expect([day, formatDateTime(day, zone), formatDate(day, zone)]).toEqual([day, 'Nov 21, 2026', 'Nov 21, 2026']);
    },
  );

  test('distinguishes an instant, a year and a number from a date without a time', () => {
    expect(['2026-11-21T00:00:00Z', '2026-11-21T00:00:01', '2026', '2026-11', '1796000000', 'soon'].map(dayIn)).toEqual(
      Array(6).fill(null),
    );
  });

  test('shows a dash for anything that isn’t a date', () => {
    expect(formatDateTime('soon', 'UTC')).toBe('–');
    expect(formatDate('', 'UTC')).toBe('–');
  });

  test('writes durations with the two most significant units', () => {
    expect([0, 340, 999, 1_240, 9_990, 12_900, 123_000, 15_000_000, 266_400_000].map((ms) => formatDuration(ms))).toEqual([
      '0 ms',
      '340 ms',
      '999 ms',
      '1.2 s',
      '9.9 s',
      '12 s',
      '2 min 3 s',
      '4 h 10 min',
      '3 d 2 h',
    ]);
    expect(formatDuration(-1)).toBe('–');
    expect(formatDuration(Number.NaN)).toBe('–');
  });

  test('counts in words', () => {
    expect([formatCount(1, 'row'), formatCount(1_200, 'row'), formatCount(2, 'entry', 'entries')]).toEqual([
      '1 row',
      '1,200 rows',
      '2 entries',
    ]);
  });
});

test('the specification’s formats are the same in every language', () => {
  const at = new Date('2026-11-21T16:08:06Z');
  expect(formatDateTime(at, 'UTC', SPECIFIED_LOCALE), 'WFL-08').toBe('Nov 21, 2026 4:08:06 PM');
  expect(formatMonth('2026-11-01T00:00:00.000Z'), 'DASH-24').toBe('Nov 2026');
  expect([formatSavedAt(at, 'UTC'), formatSavedAt(new Date('2026-11-21T00:00:00Z'), 'UTC')], 'EDIT-62').toEqual(['16:08:06', '00:00:00']);
});

describe('the locale', () => {
  test('is the first language of the browser that an English page can show', () => {
    expect(formatLocale(['de-DE', 'en-GB', 'en-US'])).toBe('de-DE');
    expect(formatLocale(['en-GB'])).toBe('en-GB');
    expect(formatLocale(['ar-EG', 'he', 'fr-CH'])).toBe('fr-CH');
    expect(formatLocale(['en-US@posix', 'tlh', 'sv'])).toBe('sv');
    expect(formatLocale([])).toBe('en-US');
  });

  test('has Latin digits', () => {
    expect(formatNumber(1234, formatLocale(['bn-BD']))).toBe('1,234');
  });
});

test('a day is written as ISO 8601 in the person’s zone', () => {
  expect(isoDay('2026-11-21T23:30:00Z', 'Europe/Berlin')).toBe('2026-11-22');
  expect(isoDay('soon', 'UTC')).toBe('');
});
