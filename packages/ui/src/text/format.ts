import { DAY_MS, HOUR_MS, MINUTE_MS } from '@portage/primitives/durations';
import { formatLocale } from './locale.ts';
import { isoDay, personsTimeZone } from './time-zone.ts';

/** Shown for a missing value in table cells and facts. */
export const DASH = '–';

/** `2026-11-21`, also with the offset that XML appends, or with the zoneless midnight that some systems append. */
const ISO_DAY = /^(\d{4}-\d{2}-\d{2})(?:Z|[+-]\d{2}:?\d{2}|[T ]00:00(?::00(?:\.0+)?)?)?$/;

/** The day of a text that is a date without a time, as its midnight in UTC: it's the same day in every zone. Null: it's something else. */
export function dayIn(text: string): Date | null {
  const iso = ISO_DAY.exec(text.trim())?.[1];
  if (iso === undefined && (text.includes(':') || /^[\d-]*$/.test(text))) return null;
  const date = new Date(iso ?? text);
  if (Number.isNaN(date.getTime())) return null;
  // Other formats (`11/21/2026`) are parsed as midnight in the browser's zone.
  return iso === undefined ? new Date(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())) : date;
}

/**
 * "Nov 21, 2026 4:28:06 AM" in American English, "21.11.2026 04:28:06" in German.
 *
 * @param instant ISO 8601 text or a Date.
 * @returns a dash if it isn't a date; only the date if it has no time.
 */
export function formatDateTime(instant: string | Date, timeZone: string = personsTimeZone(), locale: string = formatLocale()): string {
  if (typeof instant === 'string' && dayIn(instant)) return formatDate(instant, timeZone, locale);
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return DASH;
  return `${formatDate(date, timeZone, locale)} ${formatTime(date, timeZone, locale)}`;
}

/** "Nov 21, 2026" in American English, "21.11.2026" in German. @returns a dash if it isn't a date */
export function formatDate(instant: string | Date, timeZone: string = personsTimeZone(), locale: string = formatLocale()): string {
  const day = typeof instant === 'string' ? dayIn(instant) : null;
  return format(day ?? instant, { timeZone: day ? 'UTC' : timeZone, dateStyle: 'medium' }, locale);
}

/** "4:28:06 AM" in American English, "04:28:06" in German. @returns a dash if it isn't a date */
export function formatTime(instant: Date, timeZone: string = personsTimeZone(), locale: string = formatLocale()): string {
  return format(instant, { timeZone, timeStyle: 'medium' }, locale);
}

/** To the millisecond, because steps often take less than a second: "4:28:06.120 AM", "04:28:06,120". */
export function formatPreciseTime(instant: Date, timeZone: string = personsTimeZone(), locale: string = formatLocale()): string {
  return format(instant, { timeZone, hour: 'numeric', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 }, locale);
}

/** With the minute, and the day of the week in front: "Sat, Nov 21, 2026, 4:28 AM". */
export function formatWeekdayAndTime(instant: Date, timeZone: string = personsTimeZone(), locale: string = formatLocale()): string {
  const day = { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' } as const;
  return format(instant, { timeZone, ...day, hour: 'numeric', minute: '2-digit' }, locale);
}

/** With the minute: "Nov 21, 2026, 4:28 AM". */
export function formatMinute(instant: string | Date, timeZone: string = personsTimeZone(), locale: string = formatLocale()): string {
  return format(instant, { timeZone, dateStyle: 'medium', timeStyle: 'short' }, locale);
}

/** "Nov 21": the year is clear. */
export function formatDayOfYear(instant: string | Date, timeZone: string = personsTimeZone(), locale: string = formatLocale()): string {
  return format(instant, { timeZone, month: 'short', day: 'numeric' }, locale);
}

/** "4 AM": the day is clear. */
export function formatHour(instant: string | Date, timeZone: string = personsTimeZone(), locale: string = formatLocale()): string {
  return format(instant, { timeZone, hour: 'numeric' }, locale);
}

/** As short as possible, but clear: "1:20 PM" today, "Nov 21" this year, "Nov 21, 2025" before. @returns a dash if it isn't a date */
export function formatMoment(
  instant: string | Date,
  now: Date,
  timeZone: string = personsTimeZone(),
  locale: string = formatLocale(),
): string {
  if (isoDay(instant, timeZone) === isoDay(now, timeZone)) return format(instant, { timeZone, timeStyle: 'short' }, locale);
  const isThisYear = isoDay(instant, timeZone).slice(0, 4) === isoDay(now, timeZone).slice(0, 4);
  return isThisYear ? formatDayOfYear(instant, timeZone, locale) : formatDate(instant, timeZone, locale);
}

function format(instant: string | Date, options: Intl.DateTimeFormatOptions, locale: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return DASH;
  // English has a narrow no-break space before AM and PM, which other programs and searches don't expect.
  return new Intl.DateTimeFormat(locale, options).format(date).replaceAll('\u202f', ' ');
}

const SECOND_MS = 1000;

/** How long something took: "340 ms", "1.2 s", "2 min 3 s", "4 h 10 min", "3 d 2 h". */
export function formatDuration(durationMs: number, locale: string = formatLocale()): string {
  if (!Number.isFinite(durationMs) || durationMs < 0) return DASH;
  if (durationMs < SECOND_MS) return `${Math.round(durationMs)} ms`;
  if (durationMs < 10 * SECOND_MS) return `${formatDecimal(Math.floor(durationMs / 100) / 10, 1, locale)} s`;
  if (durationMs < MINUTE_MS) return `${Math.floor(durationMs / SECOND_MS)} s`;
  if (durationMs < HOUR_MS) return pair(durationMs, MINUTE_MS, 'min', SECOND_MS, 's');
  if (durationMs < DAY_MS) return pair(durationMs, HOUR_MS, 'h', MINUTE_MS, 'min');
  return pair(durationMs, DAY_MS, 'd', HOUR_MS, 'h');
}

function pair(durationMs: number, largeMs: number, large: string, smallMs: number, small: string): string {
  const rest = Math.floor((durationMs % largeMs) / smallMs);
  return `${Math.floor(durationMs / largeMs)} ${large}${rest ? ` ${rest} ${small}` : ''}`;
}

/** "12,345" in English, "12.345" in German. */
export function formatNumber(value: number, locale: string = formatLocale()): string {
  return new Intl.NumberFormat(locale).format(value);
}

/** "1 item", "1,200 items". @param many the plural, if it isn't the singular with an s */
export function formatCount(count: number, one: string, many: string = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** "1,250.00" in English, "1.250,00" in German. @param digits after the decimal mark */
export function formatDecimal(value: number, digits: number, locale: string = formatLocale()): string {
  return new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
}
