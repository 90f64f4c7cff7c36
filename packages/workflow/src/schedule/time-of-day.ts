import type { Schedule } from '../step-types/trigger-schema.ts';
import { scheduleRule } from './schedule-rule.ts';

const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Whether a schedule starts runs at one time of day. Minutes and hours have many, and OneTime has a date with it. */
export function hasTimeOfDay({ period }: Schedule): boolean {
  return period === 'Day' || period === 'Week' || period === 'Month' || period === 'Year';
}

/** The time of day on the schedule's clock: "08:00"; null if it has no start yet, or an unreadable one. */
export function readTimeOfDay(schedule: Schedule): string | null {
  return schedule.startAt?.trim() ? (readWallClock(schedule, 0)?.slice(11, 16) ?? null) : null;
}

/** The schedule at a time of day ("08:00"), from the same day on; without a start from today on. Unchanged for anything that isn't a time. */
export function withTimeOfDay(schedule: Schedule, time: string, nowMs: number): Schedule {
  if (!TIME_OF_DAY.test(time)) return schedule;
  const wall = readWallClock(schedule, nowMs) ?? readWallClock({ ...schedule, startAt: null }, nowMs);
  return wall === null ? schedule : { ...schedule, startAt: `${wall.slice(0, 10)}T${time}` };
}

/** @returns the start on the schedule's own clock as `2026-11-21T08:00:00.000Z`; null if it can't be read */
function readWallClock(schedule: Schedule, takenUpMs: number): string | null {
  try {
    return new Date(scheduleRule({ ...schedule, frequency: 1 }, takenUpMs).wallMs).toISOString();
  } catch {
    return null;
  }
}
