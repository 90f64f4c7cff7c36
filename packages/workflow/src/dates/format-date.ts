import { MINUTE_MS } from '@portage/primitives/durations';
import type { TimeZone } from './time-zone.ts';

/** Pieces of a pattern; a text between '…' or […] is one piece. An `a` within a word, as in "at", is a letter, and so is a `Z`. */
export const TOKENS =
  /'[^']*'|\[[^\]]*\]|yyyy|YYYY|yy|YY|MMMM|MMM|MM|M|dddd|ddd|dd|DD|d|D|HH|H|hh|h|mm|m|ss|s|fff|SSS|tt|A|(?<![A-Za-gi-ln-rt-z])a(?![A-Za-z])|zzz|(?<![A-GI-RT-Za-egi-ln-rt-z])Z(?![A-Za-z])/g;
export const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/**
 * Formats a date with a zone's clock and a pattern such as `yyyy-MM-dd HH:mm`; text between '…' or […] is kept, as is every letter that
 * isn't a token. Tokens: docs/guide/expressions.md.
 */
export function formatDate(date: Date, pattern: string, zone: TimeZone): string {
  const wall = new Date(zone.wallOf(date.getTime()));
  const offsetMinutes = Math.round((wall.getTime() - date.getTime()) / MINUTE_MS);
  return pattern.replace(TOKENS, (token) => (/^['[]/.test(token) ? token.slice(1, -1) : tokenValue(wall, offsetMinutes, token)));
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
      return DAYS[date.getUTCDay()] ?? '';
    case 'ddd':
      return (DAYS[date.getUTCDay()] ?? '').slice(0, 3);
    case 'dd':
    case 'DD':
      return two(date.getUTCDate());
    case 'd':
    case 'D':
      return String(date.getUTCDate());
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

function two(value: number): string {
  return String(value).padStart(2, '0');
}
