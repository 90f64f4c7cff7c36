import { expect, test } from 'vitest';
import { findOwnDate } from './own-date.ts';

test.each([
  ['2026-11-29', '2026-11-29T00:00:00.000Z'],
  ['2026-11-29T08:30:00', '2026-11-29T08:30:00.000Z'],
  ['2026-11-29 08:30:00.25', '2026-11-29T08:30:00.250Z'],
  ['2026-11-29T08:30:00+02:00', '2026-11-29T06:30:00.000Z'],
  ['1796000000', '2026-11-30T00:53:20.000Z'],
  [1_796_000_000_000, '2026-11-30T00:53:20.000Z'],
])('the record’s own date %j is %s', (createdAt, at) => {
  expect(findOwnDate('Order', { createdAt })?.toISOString()).toBe(at);
});

test.each([[''], ['soon'], ['12'], ['2026-13-45'], ['+020000-01-01T00:00:00Z'], ['-000100-01-01T00:00:00Z'], [true], [null], [{}]])(
  '%j is not a date',
  (createdAt) => {
    expect(findOwnDate('Order', { createdAt })).toBeNull();
  },
);

test('registrations and activities have their own dates, which an object may lack', () => {
  const object = { createdAt: '2026-01-01', registeredAt: '2026-01-02', activityAt: '2026-01-03' };
  const days = (['Event', 'Registration', 'Activity'] as const).map((type) => findOwnDate(type, object)?.getUTCDate());
  expect(days).toEqual([1, 2, 3]);
  expect(findOwnDate('Contact', {})).toBeNull();
  expect(findOwnDate('Contact', 'text')).toBeNull();
});
