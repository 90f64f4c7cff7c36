import { describe, expect, test } from 'vitest';
import { dayIn, formatDate, formatDateTime, formatDuration, formatMonth, formatNumber } from './format.ts';
import { formatLocale } from './locale.ts';

describe('formatting', () => {
  test('writes instants as MMM D, YYYY h:mm:ss A in the person’s zone (WFL-08)', () => {
    expect(formatDateTime('2026-11-21T04:08:06.123Z', 'UTC')).toBe('Nov 21, 2026 4:08:06 AM');
    expect(formatDateTime('2026-11-21T00:00:00Z', 'UTC')).toBe('Nov 21, 2026 12:00:00 AM');
    expect(formatDateTime('2026-11-21T12:30:00Z', 'UTC')).toBe('Nov 21, 2026 12:30:00 PM');
    expect(formatDateTime('2026-11-21T04:08:06Z', 'America/New_York')).toBe('Nov 20, 2026 11:08:06 PM');
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

  test('writes months as MMM YYYY in UTC, whatever the person’s zone (DASH-24)', () => {
    expect(formatMonth('2026-11-01T00:00:00.000Z')).toBe('Nov 2026');
  });

  test('writes durations with the two most significant units', () => {
    expect([0, 340, 999, 1_240, 9_990, 12_900, 123_000, 15_000_000, 266_400_000].map(formatDuration)).toEqual([
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

  test('groups thousands', () => {
    expect(formatNumber(1234567)).toBe('1,234,567');
  });

  test('uses English, in the variety the browser prefers', () => {
    expect(formatLocale(['de-DE', 'en-GB', 'en-US'])).toBe('en-GB');
    expect(formatLocale(['fr'])).toBe('en-US');
    expect(formatLocale([])).toBe('en-US');
  });
});
