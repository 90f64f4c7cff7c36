import { DAY_MS, HOUR_MS, MINUTE_MS } from '@portage/primitives/durations';
import type { TimeZone } from './time-zone.ts';

/** Units that formulas count and find the start of; a week begins on Monday. */
export const calendarUnits = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type CalendarUnit = (typeof calendarUnits)[number];

export function isCalendarUnit(text: string): text is CalendarUnit {
  return (calendarUnits as readonly string[]).includes(text);
}

const WEEK_MS = 7 * DAY_MS;
const MONTHS_OF: Partial<Record<CalendarUnit, number>> = { month: 1, quarter: 3, year: 12 };
/** Units that always have the same length on a zone's clock. */
const LENGTH_MS: Partial<Record<CalendarUnit, number>> = {
  second: 1000,
  minute: MINUTE_MS,
  hour: HOUR_MS,
  day: DAY_MS,
  week: WEEK_MS,
};
/** 1 January 1970 was a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** The same time on another day, even across a clock change. */
export function addDays(instantMs: number, days: number, zone: TimeZone): number {
  const wallMs = zone.wallOf(instantMs);
  return zone.instantOf(wallMs + days * DAY_MS, wallMs - instantMs);
}

/** `shiftMonths` on a zone's clock. */
export function addMonths(instantMs: number, months: number, zone: TimeZone): number {
  const wallMs = zone.wallOf(instantMs);
  return zone.instantOf(shiftMonths(wallMs, months), wallMs - instantMs);
}

/** The instant at which a unit begins on the zone's clock: the unit around the instant, or a number of units later. */
export function computeUnitStart(instantMs: number, unit: CalendarUnit, unitsLater: number, zone: TimeZone): number {
  const wallMs = zone.wallOf(instantMs);
  const months = MONTHS_OF[unit];
  if (months !== undefined) {
    return zone.instantOf(firstOfMonth(Math.floor(countMonths(wallMs) / months) * months + unitsLater * months));
  }
  const lengthMs = LENGTH_MS[unit] ?? DAY_MS;
  // Hours and shorter units are instants in time: an hour that the clock shows twice begins twice.
  if (lengthMs <= HOUR_MS) {
    const offsetMs = wallMs - instantMs;
    return Math.floor(wallMs / lengthMs) * lengthMs - offsetMs + unitsLater * lengthMs;
  }
  const origin = unit === 'week' ? FIRST_MONDAY_MS : 0;
  return zone.instantOf(Math.floor((wallMs - origin) / lengthMs) * lengthMs + origin + unitsLater * lengthMs);
}

/** Whole units between two instants, rounded towards zero; negative if the second is earlier. */
export function difference(fromMs: number, toMs: number, unit: CalendarUnit, zone: TimeZone): number {
  if (toMs < fromMs) return 0 - difference(toMs, fromMs, unit, zone);
  const lengthMs = LENGTH_MS[unit] ?? DAY_MS;
  if (lengthMs <= HOUR_MS) return Math.floor((toMs - fromMs) / lengthMs);
  const [from, to] = [zone.wallOf(fromMs), zone.wallOf(toMs)];
  const months = MONTHS_OF[unit];
  if (months === undefined) return Math.max(0, Math.floor((to - from) / lengthMs));
  const apart = countMonths(to) - countMonths(from);
  return Math.max(0, Math.floor((shiftMonths(from, apart) > to ? apart - 1 : apart) / months));
}

/** The week of ISO 8601 on a wall date: from Monday, and in the year that its Thursday is in. */
export function isoWeek(wallMs: number): { year: number; week: number } {
  const thursdayMs = Math.floor((wallMs - FIRST_MONDAY_MS) / WEEK_MS) * WEEK_MS + FIRST_MONDAY_MS + 3 * DAY_MS;
  const year = new Date(thursdayMs).getUTCFullYear();
  return { year, week: Math.floor((thursdayMs - firstOfMonth(12 * year)) / WEEK_MS) + 1 };
}

/** The months since January of year 0. */
export function countMonths(wallMs: number): number {
  const date = new Date(wallMs);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** The same day and time in another month, or that month's last day if it is shorter. */
export function shiftMonths(wallMs: number, months: number): number {
  const month = countMonths(wallMs) + months;
  const lastDay = new Date(firstOfMonth(month + 1) - DAY_MS).getUTCDate();
  const timeMs = wallMs - Math.floor(wallMs / DAY_MS) * DAY_MS;
  return firstOfMonth(month) + (Math.min(new Date(wallMs).getUTCDate(), lastDay) - 1) * DAY_MS + timeMs;
}

/** @param month counted from January of year 0 */
function firstOfMonth(month: number): number {
  return new Date(0).setUTCFullYear(Math.floor(month / 12), ((month % 12) + 12) % 12, 1);
}
