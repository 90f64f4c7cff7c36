import type { Schedule } from '../step-types/trigger-schema.ts';
import { scheduleRule } from './schedule-rule.ts';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

/** Writes a local time, given in the UTC fields. */
export type WriteTimeOfDay = (wall: Date) => string;

/**
 * A schedule in words: "Every Monday at 9:00, Berlin". Without a start, the time isn't known before the activation.
 *
 * @param writeTime default: 24 hours, for readers whose clock isn't known
 */
export function scheduleWords(schedule: Schedule, writeTime: WriteTimeOfDay = write24Hours): string {
  const { period, frequency = 1, startAt } = schedule;
  const plain = period === 'OneTime' ? 'Once' : every(frequency, period.toLowerCase());
  const wall = startAt?.trim() ? computeWallClock(schedule) : null;
  if (!wall) return plain;
  const zone = getCity(schedule.timeZone || 'UTC');
  const time = writeTime(wall);
  const day = `${MONTHS[wall.getUTCMonth()]} ${wall.getUTCDate()}`;
  const weekday = WEEKDAYS[wall.getUTCDay()] ?? '';
  switch (period) {
    case 'OneTime':
      return `Once, on ${day}, ${wall.getUTCFullYear()} at ${time}, ${zone}`;
    case 'Minute':
      return plain;
    case 'Hour':
      return `${plain} at ${twoDigits(wall.getUTCMinutes())} past`;
    case 'Day':
      return `${plain} at ${time}, ${zone}`;
    case 'Week':
      return frequency === 1 ? `Every ${weekday} at ${time}, ${zone}` : `${plain} on ${weekday} at ${time}, ${zone}`;
    case 'Month':
      return `${plain} on ${dayOfMonth(wall.getUTCDate())} at ${time}, ${zone}`;
    case 'Year':
      return `${plain} on ${day} at ${time}, ${zone}`;
    default:
      return period satisfies never;
  }
}

/** The local time of the first fire; null for a draft's unreadable start. */
function computeWallClock(schedule: Schedule): Date | null {
  try {
    return new Date(scheduleRule(schedule, 0).wallMs);
  } catch {
    return null;
  }
}

function every(frequency: number, unit: string): string {
  return frequency === 1 ? `Every ${unit}` : `Every ${frequency} ${unit}s`;
}

/** A month without such a day uses its last one instead. */
function dayOfMonth(day: number): string {
  if (day === 31) return 'the last day';
  return `the ${day}${ending(day)}`;
}

function ending(day: number): string {
  if (day >= 11 && day <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th';
}

/** "8:05" */
function write24Hours(wall: Date): string {
  return `${wall.getUTCHours()}:${twoDigits(wall.getUTCMinutes())}`;
}

/** "New York" of `America/New_York`. */
function getCity(timeZone: string): string {
  return timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
