import { DAY_MS, HOUR_MS, MINUTE_MS } from '@portage/primitives/durations';

/** Shown for a missing value in table cells and facts. */
export const DASH = '–';

/** The time zone in which a person reads dates. */
export function personsTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

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
 * "Nov 21, 2026 4:28:06 AM": MMM D, YYYY h:mm:ss A (spec WFL-08).
 *
 * @param instant ISO 8601 text or a Date.
 * @returns a dash if it isn't a date; only the date if it has no time.
 */
export function formatDateTime(instant: string | Date, timeZone: string = personsTimeZone()): string {
  if (typeof instant === 'string' && dayIn(instant)) return formatDate(instant);
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return DASH;
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    hour12: true,
  }).formatToParts(date);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('month')} ${part('day')}, ${part('year')} ${part('hour')}:${part('minute')}:${part('second')} ${part('dayPeriod')}`;
}

/** "Nov 21, 2026". */
export function formatDate(instant: string | Date, timeZone: string = personsTimeZone()): string {
  const day = typeof instant === 'string' ? dayIn(instant) : null;
  if (day) return formatDate(day, 'UTC');
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return DASH;
  return new Intl.DateTimeFormat('en-US', { timeZone, month: 'short', day: 'numeric', year: 'numeric' }).format(date);
}

/** As short as possible, but clear: "1:20 PM" today, "Nov 21" this year, "Nov 21, 2025" before. */
export function formatMoment(instant: string | Date, now: Date, timeZone: string = personsTimeZone()): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return DASH;
  if (formatDate(date, timeZone) === formatDate(now, timeZone)) {
    return new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' }).format(date).replace('\u202f', ' ');
  }
  const isThisYear = formatDate(date, timeZone).slice(-4) === formatDate(now, timeZone).slice(-4);
  return isThisYear ? formatDate(date, timeZone).slice(0, -6) : formatDate(date, timeZone);
}

/** "Nov 2026": MMM YYYY (spec DASH-24). */
export function formatMonth(instant: string | Date, timeZone = 'UTC'): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return DASH;
  return new Intl.DateTimeFormat('en-US', { timeZone, month: 'short', year: 'numeric' }).format(date);
}

const SECOND_MS = 1000;

/** How long something took: "340 ms", "1.2 s", "2 min 3 s", "4 h 10 min", "3 d 2 h". */
export function formatDuration(durationMs: number): string {
  if (!Number.isFinite(durationMs) || durationMs < 0) return DASH;
  if (durationMs < SECOND_MS) return `${Math.round(durationMs)} ms`;
  if (durationMs < 10 * SECOND_MS) return `${(Math.floor(durationMs / 100) / 10).toFixed(1)} s`;
  if (durationMs < MINUTE_MS) return `${Math.floor(durationMs / SECOND_MS)} s`;
  if (durationMs < HOUR_MS) return pair(durationMs, MINUTE_MS, 'min', SECOND_MS, 's');
  if (durationMs < DAY_MS) return pair(durationMs, HOUR_MS, 'h', MINUTE_MS, 'min');
  return pair(durationMs, DAY_MS, 'd', HOUR_MS, 'h');
}

function pair(durationMs: number, largeMs: number, large: string, smallMs: number, small: string): string {
  const rest = Math.floor((durationMs % largeMs) / smallMs);
  return `${Math.floor(durationMs / largeMs)} ${large}${rest ? ` ${rest} ${small}` : ''}`;
}

/** "12,345". */
export function formatNumber(value: number): string {
  return new Intl.NumberFormat('en-US').format(value);
}
