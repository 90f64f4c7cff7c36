import { DAY_MS } from '@portage/primitives/durations';
import type { EventCursor, EventReading } from './event-definition.ts';
import { textAt } from './values-at.ts';

/** A cursor over items is stored as a number: ms since the epoch, or the id itself. */
export type ItemsCursor = Extract<EventCursor, { of: 'items' }>;

export interface ReadItem {
  /** The same id at the same cursor position is the same event. */
  key: string;
  /** Null if the item doesn't say. */
  at: number | null;
}

const SECOND_MS = 1_000;

/** Reads an item's key and position. @returns null for an item without an id, because it can't be told from others. */
export function readItem({ idPath, cursor }: Pick<EventReading, 'idPath' | 'cursor'>, item: unknown): ReadItem | null {
  const id = textAt(item, idPath);
  if (id === null) return null;
  if (cursor.of === 'answer') return { key: id, at: null };
  const written = textAt(item, cursor.path);
  const at = parsePosition(cursor, written);
  const version = at ?? written;
  return { key: version === null ? id : `${id}@${version}`, at };
}

/** A cursor's value in stored form; null if it isn't valid. */
export function parsePosition({ format }: ItemsCursor, text: string | null): number | null {
  if (text === null) return null;
  const number = Number(text);
  switch (format) {
    case 'number':
      return Number.isFinite(number) ? number : null;
    // HubSpot expects numbers in requests and sends text in responses.
    case 'unix-ms':
      return Number.isFinite(number) ? number : parseInstant(text);
    case 'unix':
      return Number.isFinite(number) ? number * SECOND_MS : parseInstant(text);
    case 'date-time':
    case 'date-time-seconds':
    case 'date':
      return parseInstant(text);
    default:
      return format satisfies never;
  }
}

/** ISO 8601 without its separators, with or without the T: `20261121T100000Z`, `20261121100000`. */
const BASIC = /^((?:19|20)\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?:T?([01]\d|2[0-3])([0-5]\d)([0-5]\d)(Z|[+-]\d{2}:?\d{2})?)?$/;

/** Whether a text of digits is a date. As a number of ms it would be after the year 2500, as seconds in 1970. */
export function isBasicDate(text: string): boolean {
  return BASIC.test(text.trim());
}

/** A date with its year at the end. With slashes or hyphens, some systems write the day first, others the month. */
const YEAR_LAST = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?=$|[T,\s])/;
/** Other texts become some date in JavaScript, too: `Order 7` would be in July 2001. */
const YEAR_FIRST_OR_MONTH_NAME = /^[+-]?\d{4}|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b/i;

/**
 * An instant in any of the systems' formats, in ms since the epoch; null if the text isn't one. `05/06/2026` isn't an instant: with the wrong one of
 * its two meanings, a reading would continue a month too late or too early. `13/05/2026` and `13.05.2026` have only one.
 */
export function parseInstant(written: string): number | null {
  if (ISO_IN_UTC.test(written)) return numberOrNull(Date.parse(written));
  const text = yearFirst(written.trim()).replace(BASIC, (_, year, month, day, hour = '00', minute = '00', second = '00', zone = 'Z') => {
    return `${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`;
  });
  // The old .NET format for instants (Booker). The zone after it changes nothing.
  const dotNet = /^\/Date\((-?\d+)(?:[+-]\d{4})?\)\/$/.exec(text)?.[1];
  if (dotNet !== undefined) return Number(dotNet);
  return YEAR_FIRST_OR_MONTH_NAME.test(text) ? numberOrNull(Date.parse(withZone(text))) : null;
}

/** Most systems write instants like this, and a sync reads one for each record. */
const ISO_IN_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

function numberOrNull(number: number): number | null {
  return Number.isNaN(number) ? null : number;
}

/** A date with its year at the end becomes one with it at the beginning, unless its day can't be told from its month. */
function yearFirst(text: string): string {
  const [whole = '', one = '', separator, other = '', year] = YEAR_LAST.exec(text) ?? [];
  const isDayFirst = separator === '.' || Number(one) > 12 || one === other;
  if (year === undefined || (!isDayFirst && Number(other) <= 12)) return text;
  const [day, month] = isDayFirst ? [one, other] : [other, one];
  const time = text.slice(whole.length).replace(/^[T,\s]+/, '');
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${time === '' ? '' : ` ${time}`}`;
}

/** ISO without a time is UTC's midnight for JavaScript; other formats are the machine's. */
const ISO = /^[+-]?\d{4,6}-\d{2}-\d{2}(?:T|$)/;
const ZONE_AT_END = /(?:\d|UTC|GMT)\s*(?:[ap]m\s*)?(?:Z|(?![AP]M)[A-Z]{2,4}|[+-]\d{2}:?\d{2})(?:\s*\(.*\))?$/i;

/** A time without a zone counts as UTC: systems mean that, and it's the same wherever Portage runs. `+0000` gets its colon. */
function withZone(text: string): string {
  const colon = text
    .trim()
    .replace(/([+-]\d{2})(\d{2})$/, (whole, hours: string, minutes: string) => (/T|\s\d/.test(text) ? `${hours}:${minutes}` : whole));
  if (/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/.test(colon)) return `${colon.replace(' ', 'T')}Z`;
  return ISO.test(colon) || ZONE_AT_END.test(colon) ? colon : `${colon} UTC`;
}

/** The value to send for `{cursor}`: the position that was reached, minus the overlap. */
export function cursorText(cursor: ItemsCursor, reached: number): string | number {
  const from = askedFrom(cursor, reached);
  const iso = () => new Date(from).toISOString();
  switch (cursor.format) {
    case 'number':
    case 'unix-ms':
      return from;
    case 'unix':
      return Math.floor(from / SECOND_MS);
    case 'date-time':
      return iso();
    case 'date-time-seconds':
      return iso().replace(/\.\d{3}Z$/, 'Z');
    case 'date':
      return iso().slice(0, 10);
    default:
      return cursor.format satisfies never;
  }
}

/** Items before this position can't come again, so they need not be remembered. */
export function askedFrom({ format, overlapSeconds }: ItemsCursor, reached: number): number {
  const overlap = format === 'number' ? overlapSeconds : overlapSeconds * SECOND_MS;
  return Math.max(0, roundedDown(format, reached - overlap));
}

/** A format with less precision starts at the beginning of the second or the day. */
function roundedDown(format: ItemsCursor['format'], place: number): number {
  if (format === 'unix' || format === 'date-time-seconds') return Math.floor(place / SECOND_MS) * SECOND_MS;
  if (format === 'date') return Math.floor(place / DAY_MS) * DAY_MS;
  return place;
}
