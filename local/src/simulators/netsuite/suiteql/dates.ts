import { InvalidQuery } from '../../query/invalid-query.ts';

const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;
/**
 * SQLite has no dates. A date is this number plus its days since 1970 in the account's clock: `date - date` and
 * `date + days` work, and a date in a result differs from any amount or id.
 */
const DAY_ZERO = 1e10;
const MOST_DAYS = 4e6;

export function dateFrom(ms: number): number {
  return DAY_ZERO + ms / DAY_MS;
}

export function isDate(value: unknown): value is number {
  return typeof value === 'number' && value >= DAY_ZERO && value < DAY_ZERO + MOST_DAYS;
}

function readDay(date: number): Date {
  return new Date(Math.round(((date - DAY_ZERO) * DAY_MS) / SECOND_MS) * SECOND_MS);
}

/** A value as a result row shows it: everything is text, days in US format. */
export function formatValue(value: unknown): string {
  if (!isDate(value)) return String(value ?? '');
  const day = readDay(value);
  return `${day.getUTCMonth() + 1}/${day.getUTCDate()}/${day.getUTCFullYear()}`;
}

/** Accepts `11/21/2026`, `11/21/2026 9:05 am`, `2026-11-21` and `2026-11-21T09:05:00`, in the account's clock; null for anything else. */
function parseTime(text: string): number | null {
  const [, month, day, year, hour = '0', minute = '0', half = ''] =
    /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:\s+(\d{1,2}):(\d\d)(?::\d\d)?\s*([ap]m)?)?$/i.exec(text.trim()) ?? [];
  if (year !== undefined) {
    const hours = (Number(hour) % (half ? 12 : 24)) + (half.toLowerCase() === 'pm' ? 12 : 0);
    return Date.UTC(Number(year), Number(month) - 1, Number(day), hours, Number(minute));
  }
  const ms = /^\d{4}-\d\d-\d\d/.test(text)
    ? Date.parse(/T|\s\d/.test(text) ? `${text.replace(' ', 'T').replace(/Z$/, '')}Z` : text)
    : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}

const PARTS = /"[^"]*"|YYYY|HH24|HH12|HH|MI|SS|MM|DD|AM|PM/gi;

/** `TO_DATE(text, 'YYYY-MM-DD HH24:MI:SS')`. @throws InvalidQuery */
export function readDate(text: string, format: string | null): number {
  if (format === null) {
    const ms = parseTime(text);
    if (ms === null) throw new InvalidQuery(`"${text}" is no date.`);
    return dateFrom(ms);
  }
  const pattern = format.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&').replaceAll(PARTS, (part) => {
    if (part.startsWith('"')) return part.slice(1, -1);
    return /^[AP]M$/i.test(part) ? '[ap]m' : `(?<${part.toUpperCase()}>\\d{1,4})`;
  });
  const found = new RegExp(`^${pattern}`, 'i').exec(text)?.groups;
  if (!found) throw new InvalidQuery(`"${text}" does not fit the format "${format}".`);
  const { YYYY = 1970, MM = 1, DD = 1, HH24, HH12, HH, MI = 0, SS = 0 } = found;
  const hours = Number(HH24 ?? HH12 ?? HH ?? 0);
  return dateFrom(Date.UTC(Number(YYYY), Number(MM) - 1, Number(DD), hours, Number(MI), Number(SS)));
}

/** `TO_CHAR(date, 'YYYY-MM-DD"T"HH24:MI:SS')`. */
export function writeDate(date: number, format: string): string {
  const at = readDay(date);
  const [year = '', month = '', day = '', hour = '', minute = '', second = ''] = at.toISOString().split(/\D/);
  const half = at.getUTCHours() < 12 ? 'AM' : 'PM';
  const hour12 = String(at.getUTCHours() % 12 || 12).padStart(2, '0');
  const parts: Readonly<Record<string, string>> = {
    YYYY: year,
    MM: month,
    DD: day,
    HH24: hour,
    HH12: hour12,
    HH: hour12,
    MI: minute,
    SS: second,
    AM: half,
    PM: half,
  };
  return format.replaceAll(PARTS, (part) => parts[part.toUpperCase()] ?? part.slice(1, -1));
}
