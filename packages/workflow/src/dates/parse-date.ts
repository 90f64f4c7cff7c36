import { DAY_MS, HOUR_MS, MINUTE_MS } from '@portage/primitives/durations';
import { literalText, TOKENS } from './date-pattern.ts';
import { DAYS, MONTHS } from './format-date.ts';
import { offsetMinutes } from './iso-date.ts';
import type { TimeZone } from './time-zone.ts';

const LONGEST_TEXT = 100;
/** Two-digit years below this are in this century. */
const CENTURY_TURN = 70;

interface Parts {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
  /** Counted from Sunday, -1 for a name that is none. */
  weekday?: number;
  isAfternoon?: boolean;
  /** Null for a nonexistent offset, such as +99:00. */
  offsetMinutes?: number | null;
}

/** How a token is written in a text and what it means. */
interface Reader {
  /** The possible lengths from a position on, longest first. */
  lengths(text: string, at: number): readonly number[];
  read(parts: Parts, text: string): void;
}

const two = digits(2, 2);
const oneOrTwo = digits(1, 2);
const monthOrDay = run(isLetter, 3, 9);

const readers: Record<string, Reader> = {
  yyyy: { lengths: digits(4, 4), read: number('year') },
  yy: { lengths: two, read: (parts, text) => assign(parts, 'year', String(Number(text) + (Number(text) < CENTURY_TURN ? 2000 : 1900))) },
  MMMM: { lengths: monthOrDay, read: (parts, text) => assign(parts, 'month', String(indexOfName(MONTHS, text) + 1)) },
  MM: { lengths: two, read: number('month') },
  M: { lengths: oneOrTwo, read: number('month') },
  dddd: {
    lengths: monthOrDay,
    read: (parts, text) => {
      parts.weekday = indexOfName(DAYS, text);
    },
  },
  dd: { lengths: two, read: number('day') },
  d: { lengths: oneOrTwo, read: number('day') },
  Do: {
    lengths: (text, at) => {
      const ordinal = /^\d{1,2}(?:st|nd|rd|th)/i.exec(text.slice(at, at + 4));
      return ordinal ? [ordinal[0].length] : [];
    },
    read: (parts, text) => assign(parts, 'day', text.slice(0, -2)),
  },
  HH: { lengths: two, read: number('hour') },
  H: { lengths: oneOrTwo, read: number('hour') },
  mm: { lengths: two, read: number('minute') },
  m: { lengths: oneOrTwo, read: number('minute') },
  ss: { lengths: two, read: number('second') },
  s: { lengths: oneOrTwo, read: number('second') },
  fff: { lengths: digits(3, 3), read: number('millisecond') },
  tt: {
    lengths: (text, at) => (/^[ap]m$/i.test(text.slice(at, at + 2)) ? [2] : []),
    read: (parts, text) => {
      parts.isAfternoon = text.toLowerCase() === 'pm';
    },
  },
  zzz: {
    lengths: (text, at) => {
      const offset = /^(?:Z|[+-]\d{2}(?::?\d{2})?)/i.exec(text.slice(at, at + 6));
      return offset ? [offset[0].length] : [];
    },
    read: (parts, text) => {
      parts.offsetMinutes = offsetMinutes(text);
    },
  },
};
const sameAs: Record<string, string> = {
  YYYY: 'yyyy',
  YY: 'yy',
  MMM: 'MMMM',
  ddd: 'dddd',
  EEEE: 'dddd',
  EEE: 'dddd',
  DD: 'dd',
  D: 'd',
  hh: 'HH',
  h: 'H',
  SSS: 'fff',
  A: 'tt',
  a: 'tt',
  Z: 'zzz',
};

/**
 * The instant of a text written with a pattern of `formatDate`. Whatever the pattern leaves out is at its start: 1 January, midnight.
 * @param zone whose clock the text shows, unless the text has an offset
 * @returns milliseconds since the epoch, or null if the text doesn't match or isn't a valid date
 */
export function parseDate(text: string, pattern: string, zone: TimeZone): number | null {
  if (text.length > LONGEST_TEXT || pattern.length > LONGEST_TEXT) return null;
  const pieces = parsePattern(pattern);
  if (!pieces) return null;
  const written = readPieces(pieces, text.trim());
  if (!written || !pieces.some((piece) => typeof piece !== 'string')) return null;
  const parts: Parts = { year: 1970, month: 1, day: 1, hour: 0, minute: 0, second: 0, millisecond: 0 };
  pieces.forEach((piece, index) => {
    if (typeof piece !== 'string') piece.read(parts, written[index] ?? '');
  });
  return toInstantMs(parts, zone);
}

/** A pattern as readers and the literal texts between them; null if it has a code that can't be read, such as that of a week. */
function parsePattern(pattern: string): (Reader | string)[] | null {
  const pieces: (Reader | string)[] = [];
  let at = 0;
  for (const { 0: token, index } of pattern.matchAll(TOKENS)) {
    pieces.push(pattern.slice(at, index));
    at = index + token.length;
    const piece = literalText(token) ?? readers[sameAs[token] ?? token];
    if (piece === undefined) return null;
    pieces.push(piece);
  }
  pieces.push(pattern.slice(at));
  return pieces;
}

/**
 * The text of each piece, or null if the text doesn't match to its end. Left to right, longest first; shorter if the rest then doesn't
 * match. A piece is tried once at each position of the text, so that ambiguous patterns such as `dMdMdM` take no longer than others.
 */
function readPieces(pieces: readonly (Reader | string)[], text: string): string[] | null {
  const failed = new Set<number>();
  const written: string[] = [];

  function fits(index: number, at: number): boolean {
    const piece = pieces[index];
    if (piece === undefined) return at === text.length;
    const key = index * (LONGEST_TEXT + 1) + at;
    if (failed.has(key)) return false;
    const lengths = typeof piece !== 'string' ? piece.lengths(text, at) : text.startsWith(piece, at) ? [piece.length] : [];
    for (const length of lengths) {
      written[index] = text.slice(at, at + length);
      if (fits(index + 1, at + length)) return true;
    }
    failed.add(key);
    return false;
  }

  return fits(0, 0) ? written : null;
}

function digits(least: number, most: number): Reader['lengths'] {
  return run((code) => code >= 48 && code <= 57, least, most);
}

function isLetter(code: number): boolean {
  const lower = code | 32;
  return lower >= 97 && lower <= 122;
}

/** A run of characters of one kind, of a possible length. */
function run(isOfKind: (code: number) => boolean, least: number, most: number): Reader['lengths'] {
  return (text, at) => {
    let length = 0;
    while (length < most && isOfKind(text.charCodeAt(at + length))) length += 1;
    return Array.from({ length: Math.max(0, length - least + 1) }, (_, fewer) => length - fewer);
  };
}

function number(part: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'millisecond'): Reader['read'] {
  return (parts, text) => assign(parts, part, text);
}

function assign(parts: Parts, name: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'millisecond', digits: string): void {
  parts[name] = Number(digits);
}

function indexOfName(names: readonly string[], written: string): number {
  const wanted = written.toLowerCase();
  return names.findIndex((name) => name.toLowerCase().startsWith(wanted));
}

function toInstantMs(parts: Parts, zone: TimeZone): number | null {
  const { year, month, day, minute, second, millisecond, weekday, isAfternoon, offsetMinutes: offset } = parts;
  if (isAfternoon !== undefined && (parts.hour < 1 || parts.hour > 12)) return null;
  const hour = isAfternoon === undefined ? parts.hour : (parts.hour % 12) + (isAfternoon ? 12 : 0);
  if (hour > 23 || minute > 59 || second > 59 || offset === null) return null;
  const dayMs = new Date(0).setUTCFullYear(year, month - 1, day);
  const date = new Date(dayMs);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  if (weekday !== undefined && date.getUTCDay() !== weekday) return null;
  const wallMs = Math.floor(dayMs / DAY_MS) * DAY_MS + hour * HOUR_MS + minute * MINUTE_MS + second * 1000 + millisecond;
  return offset === undefined ? zone.instantOf(wallMs) : wallMs - offset * MINUTE_MS;
}
