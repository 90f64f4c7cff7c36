import { describe, expect, test } from 'vitest';
import { ofDayRange, toDay, toDayRange, toInstant, toPickerValue } from './instants.ts';

describe('the values of date pickers', () => {
  test('keeps an instant the same across a zone', () => {
    const value = toPickerValue('2026-11-21T04:28:06.000Z', 'Asia/Tokyo');
    expect(value?.hour).toBe(13);
    expect(toInstant(value)).toBe('2026-11-21T04:28:06.000Z');
  });

  test('treats invalid input as empty', () => {
    expect(toPickerValue('soon', 'UTC')).toBeNull();
    expect(toDay('2026-13-45')).toBeNull();
    expect(toDayRange({ start: '2026-11-21T00:00:00Z', end: null }, 'UTC')).toBeNull();
  });

  test('covers whole days in the person’s zone, up to the end of the last one', () => {
    const days = toDayRange({ start: '2026-11-20T15:00:00.000Z', end: '2026-11-21T15:00:00.000Z' }, 'Asia/Tokyo');
    expect(ofDayRange(days, 'Asia/Tokyo')).toEqual({ start: '2026-11-20T15:00:00.000Z', end: '2026-11-22T14:59:59.999Z' });
  });

  test('knows that the day of the change to summer time has 23 hours', () => {
    const day = toDay('2026-03-29');
    if (!day) throw new Error('The day was not read.');
    expect(ofDayRange({ start: day, end: day }, 'Europe/Berlin')).toEqual({
      start: '2026-03-28T23:00:00.000Z',
      end: '2026-03-29T21:59:59.999Z',
    });
  });
});
