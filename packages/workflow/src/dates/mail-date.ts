import { MINUTE_MS } from '@portage/primitives/durations';
import { MONTHS } from './format-date.ts';
import { offsetMinutes, parseIsoDate } from './iso-date.ts';

/** RFC 5322, section 3.3, and its obsolete forms; also the dates of HTTP (RFC 9110, section 5.6.7). */
const MAIL_DATE =
  /^(?:[a-z]{3,9},?\s+)?(\d{1,2})[\s-]([a-z]{3})[a-z]{0,6}[\s-](\d{2,4})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s*([+-]\d{4}|[a-z]{1,5}))?(?:\s*\([^()]*\))?$/i;
const LONGEST = 80;
/** RFC 5322, section 4.3, in hours. The letters of the military zones aren't reliable. */
const ZONES: Record<string, number> = {
  UT: 0,
  GMT: 0,
  UTC: 0,
  Z: 0,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
};

/**
 * The instant of a date as e-mails and HTTP headers write it: `Sat, 28 Nov 2026 09:00:00 +0100`.
 *
 * @returns milliseconds since the epoch, or null if the text isn't such a date
 */
export function parseMailDate(text: string): number | null {
  const match = text.length <= LONGEST ? MAIL_DATE.exec(text.trim()) : null;
  if (!match) return null;
  const [, day = '', monthName = '', yearText = '', hour = '', minute = '', second = '00', zone = 'GMT'] = match;
  const month = MONTHS.findIndex((name) => name.slice(0, 3).toLowerCase() === monthName.toLowerCase()) + 1;
  const offset = parseOffset(zone);
  if (month === 0 || offset === null) return null;
  const two = (part: string | number) => String(part).padStart(2, '0');
  const local = parseIsoDate(`${fullYear(yearText)}-${two(month)}-${two(day)}T${two(hour)}:${minute}:${second}Z`);
  return local === null ? null : local - offset * MINUTE_MS;
}

/** RFC 5322, section 4.3: two digits below 50 mean this century, three digits count from 1900. */
function fullYear(written: string): string {
  const year = Number(written);
  if (written.length === 4) return written;
  return String(written.length === 3 || year >= 50 ? 1900 + year : 2000 + year);
}

function parseOffset(zone: string): number | null {
  const hours = ZONES[zone.toUpperCase()];
  if (hours !== undefined) return hours * 60;
  return /^[+-]/.test(zone) ? offsetMinutes(zone) : null;
}
