import { expect, test } from 'vitest';
import { nextFires } from './next-fires.ts';
import { scheduleRule } from './schedule-rule.ts';
import { hasTimeOfDay, readTimeOfDay, withTimeOfDay } from './time-of-day.ts';

const timeZone = 'Europe/Berlin';
const nowMs = Date.parse('2026-11-30T12:00:00Z');
const daily = { period: 'Day', startAt: '2026-11-21T13:10:20.123Z', timeZone } as const;

test('is read on the schedule’s clock, and missing without a readable start', () => {
  expect(readTimeOfDay(daily)).toBe('14:10');
  expect(readTimeOfDay({ ...daily, startAt: '2026-07-01T08:00' })).toBe('08:00');
  expect([readTimeOfDay({ period: 'Day' }), readTimeOfDay({ ...daily, startAt: 'soon' })]).toEqual([null, null]);
  expect(hasTimeOfDay(daily)).toBe(true);
  expect(hasTimeOfDay({ period: 'Hour' })).toBe(false);
});

test('is set from the same day on, or from today without a start', () => {
  expect(withTimeOfDay(daily, '08:00', nowMs)).toEqual({ ...daily, startAt: '2026-11-21T08:00' });
  expect(withTimeOfDay({ period: 'Week', timeZone }, '08:00', nowMs).startAt).toBe('2026-11-30T08:00');
  expect(withTimeOfDay({ ...daily, startAt: 'soon' }, '23:59', nowMs).startAt).toBe('2026-11-30T23:59');
  for (const time of ['', '8:00', '24:00', '08:60']) expect(withTimeOfDay(daily, time, nowMs)).toBe(daily);
});

test('stays the same on the schedule’s clock when the clocks change', () => {
  const rule = scheduleRule(withTimeOfDay({ period: 'Day', timeZone, startAt: '2026-03-28T00:00' }, '08:00', nowMs), nowMs);
  expect(nextFires(rule, Date.parse('2026-03-28T00:00Z'), 2).map((fire) => new Date(fire).toISOString())).toEqual([
    '2026-03-28T07:00:00.000Z',
    '2026-03-29T06:00:00.000Z',
  ]);
});
