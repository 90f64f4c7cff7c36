import { MINUTE_MS } from '@portage/primitives/durations';
import { isoWeek } from './calendar.ts';
import { literalText, TOKENS } from './date-pattern.ts';
import type { TimeZone } from './time-zone.ts';

export const MONTHS = 'January February March April May June July August September October November December'.split(' ');
export const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** Formats a date by a zone's clock and a pattern (`yyyy-MM-dd HH:mm`; docs/guide/expressions.md). Quoted text and other letters stay. */
export function formatDate(date: Date, pattern: string, zone: TimeZone): string {
  const wall = new Date(zone.wallOf(date.getTime()));
  const offsetMinutes = Math.round((wall.getTime() - date.getTime()) / MINUTE_MS);
  return pattern.replace(TOKENS, (token) => literalText(token) ?? tokenValue(wall, offsetMinutes, token));
}

/** @param date the wall time, as UTC's clock would show it */
function tokenValue(date: Date, offsetMinutes: number, token: string): string {
  const hour = date.getUTCHours();
  const month = date.getUTCMonth();
  switch (token) {
    case 'yyyy':
    case 'YYYY':
      return String(date.getUTCFullYear()).padStart(4, '0');
    case 'yy':
    case 'YY':
      return two(date.getUTCFullYear() % 100);
    case 'MMMM':
      return MONTHS[month] ?? '';
    case 'MMM':
      return (MONTHS[month] ?? '').slice(0, 3);
    case 'MM':
      return two(month + 1);
    case 'M':
      return String(month + 1);
    case 'dddd':
    case 'EEEE':
      return DAYS[date.getUTCDay()] ?? '';
    case 'ddd':
    case 'EEE':
      return (DAYS[date.getUTCDay()] ?? '').slice(0, 3);
    case 'dd':
    case 'DD':
      return two(date.getUTCDate());
    case 'd':
    case 'D':
      return String(date.getUTCDate());
    case 'Do':
      return ordinal(date.getUTCDate());
    case 'Q':
      return String(Math.floor(month / 3) + 1);
    case 'GGGG':
      return String(isoWeek(date.getTime()).year).padStart(4, '0');
    case 'WW':
      return two(isoWeek(date.getTime()).week);
    case 'W':
      return String(isoWeek(date.getTime()).week);
    case 'HH':
      return two(hour);
    case 'H':
      return String(hour);
    case 'hh':
      return two(hour % 12 || 12);
    case 'h':
      return String(hour % 12 || 12);
    case 'mm':
      return two(date.getUTCMinutes());
    case 'm':
      return String(date.getUTCMinutes());
    case 'ss':
      return two(date.getUTCSeconds());
    case 's':
      return String(date.getUTCSeconds());
    case 'fff':
    case 'SSS':
      return String(date.getUTCMilliseconds()).padStart(3, '0');
    case 'tt':
    case 'A':
      return hour < 12 ? 'AM' : 'PM';
    case 'a':
      return hour < 12 ? 'am' : 'pm';
    case 'Z':
      return offsetMinutes === 0 ? 'Z' : offsetText(offsetMinutes);
    case 'zzz':
      return offsetText(offsetMinutes);
    default:
      return token;
  }
}

function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

function ordinal(day: number): string {
  const isTeen = day > 10 && day < 14;
  return `${day}${(!isTeen && ['th', 'st', 'nd', 'rd'][day % 10]) || 'th'}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
