/**
 * The formats that the specification fixes. They are the same in every language; everything else follows the browser's (`format.ts`).
 *
 * - Last Run At: MMM D, YYYY h:mm:ss A (WFL-08), as `<DateTime isAsSpecified>`
 * - Autosaved and Saved: HH:mm:ss (EDIT-62)
 * - The months of the chart of /stats: MMM YYYY (DASH-24)
 */
import { DASH } from './format.ts';
import { personsTimeZone } from './time-zone.ts';

/** `formatDate` and `formatTime` write WFL-08 in this locale. */
export const SPECIFIED_LOCALE = 'en-US';

/** "16:05:09", in the person's zone. */
export function formatSavedAt(instant: Date, timeZone: string = personsTimeZone()): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(instant);
}

/** "Nov 2026". @returns a dash if it isn't a date */
export function formatMonth(instant: string | Date, timeZone = 'UTC'): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return DASH;
  return new Intl.DateTimeFormat(SPECIFIED_LOCALE, { timeZone, month: 'short', year: 'numeric' }).format(date);
}
