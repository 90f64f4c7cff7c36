import { DAY_MS, HOUR_MS } from '@portage/primitives/durations';

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i;
const BASIC = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?(Z|[+-]\d{2}(?:\d{2})?)?)?$/i;

/**
 * The instant of an ISO 8601 date or date-time; without a zone it is read as UTC.
 *
 * @returns milliseconds since the epoch, or null if the text isn't such a date (30 February isn't one).
 */
export function parseIsoDate(text: string): number | null {
  const match = ISO.exec(text.trim());
  if (!match) return null;
  const [, year = '', month = '', day = '', hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] = match;
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > daysInMonth(Number(year), Number(month))) return null;
  if (Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60) return null;
  if (hour === '24' && (Number(minute) || Number(second) || Number(fraction))) return null;
  const offset = offsetMinutes(zone);
  if (offset === null) return null;
  const dayStart = utcDay(Number(year), Number(month), Number(day));
  // A leap second counts as the second before it.
  const timeMs = Number(hour) * HOUR_MS + (Number(minute) - offset) * 60_000 + Math.min(59, Number(second)) * 1000;
  return dayStart + timeMs + Number(fraction.padEnd(3, '0').slice(0, 3));
}

/**
 * Converts the other formats of ISO 8601 to the usual one: the basic format (`20261121`, `20261121T100000Z`), and a month (`2026-11`) or
 * year (`2026`), which is its first day. Other texts are unchanged.
 */
export function asUsualIso(text: string): string {
  const monthOrYear = /^(\d{4})(-\d{2})?$/.exec(text);
  if (monthOrYear) return `${monthOrYear[1]}${monthOrYear[2] ?? '-01'}-01`;
  const match = BASIC.exec(text);
  if (!match) return text;
  const [, year, month, day, hour, minute, second = '00', zone = ''] = match;
  return `${year}-${month}-${day}${hour === undefined ? '' : `T${hour}:${minute}:${second}${zone}`}`;
}

/** Unlike `Date.UTC`, doesn't read years below 100 as 19xx. */
function utcDay(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

function daysInMonth(year: number, month: number): number {
  return Math.round((utcDay(year, month + 1, 1) - utcDay(year, month, 1)) / DAY_MS);
}

/** @returns null if the offset doesn't exist */
export function offsetMinutes(zone: string): number | null {
  if (!/^[+-]/.test(zone)) return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || '0');
  if (hours > 23 || minutes > 59) return null;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}
