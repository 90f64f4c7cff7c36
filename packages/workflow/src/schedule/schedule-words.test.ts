import { expect, test } from 'vitest';
import type { Schedule } from '../step-types/trigger-schema.ts';
import { scheduleWords } from './schedule-words.ts';

const startAt = '2026-03-31T09:05';
const timeZone = 'Europe/Berlin';

test.each<[Schedule, string]>([
  [{ period: 'OneTime', startAt, timeZone }, 'Once, on March 31, 2026 at 9:05, Berlin'],
  [{ period: 'Minute', startAt }, 'Every minute'],
  [{ period: 'Minute', frequency: 15, startAt }, 'Every 15 minutes'],
  [{ period: 'Hour', startAt }, 'Every hour at 05 past'],
  [{ period: 'Day', startAt, timeZone }, 'Every day at 9:05, Berlin'],
  [{ period: 'Day', frequency: 3, startAt }, 'Every 3 days at 9:05, UTC'],
  [{ period: 'Week', startAt, timeZone }, 'Every Tuesday at 9:05, Berlin'],
  [{ period: 'Week', frequency: 2, startAt, timeZone }, 'Every 2 weeks on Tuesday at 9:05, Berlin'],
  [{ period: 'Month', startAt, timeZone }, 'Every month on the last day at 9:05, Berlin'],
  [{ period: 'Month', startAt: '2026-03-22T18:00', timeZone }, 'Every month on the 22nd at 18:00, Berlin'],
  [{ period: 'Month', startAt: '2026-03-13T18:00', timeZone }, 'Every month on the 13th at 18:00, Berlin'],
  [{ period: 'Day', startAt: '2026-03-13T00:30', timeZone }, 'Every day at 0:30, Berlin'],
  [{ period: 'Day', startAt: '2026-03-13T12:00', timeZone }, 'Every day at 12:00, Berlin'],
  [{ period: 'Day', startAt: '2026-03-13T08:00', timeZone: 'America/New_York' }, 'Every day at 8:00, New York'],
  [{ period: 'Year', startAt, timeZone }, 'Every year on March 31 at 9:05, Berlin'],
])('%j reads as “%s”', (schedule, words) => {
  expect(scheduleWords(schedule)).toBe(words);
});

test('a start with its own zone is shown on the schedule’s clock', () => {
  expect(scheduleWords({ period: 'Day', startAt: '2026-01-05T08:00:00Z', timeZone })).toBe('Every day at 9:00, Berlin');
});

test('the time follows the clock of the reader', () => {
  const write = (wall: Date) => `${wall.getUTCHours() - 12} p.m.`;
  expect(scheduleWords({ period: 'Month', startAt: '2026-03-13T18:00', timeZone }, write)).toBe(
    'Every month on the 13th at 6 p.m., Berlin',
  );
});

test('without a start, or with an unreadable one, no time is shown', () => {
  expect(scheduleWords({ period: 'Day' })).toBe('Every day');
  expect(scheduleWords({ period: 'Week', startAt: 'soon', timeZone })).toBe('Every week');
  expect(scheduleWords({ period: 'Day', startAt, timeZone: 'Mars/Base' })).toBe('Every day');
});
