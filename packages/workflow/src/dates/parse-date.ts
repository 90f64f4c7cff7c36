import { DAY_MS, HOUR_MS, MINUTE_MS } from '@portage/primitives/durations';
import { MONTHS, TOKENS } from './format-date.ts';
import type { TimeZone } from './time-zone.ts';

const LONGEST_TEXT = 100;
/** Two-digit years below this are of this century. */
const CENTURY_TURN = 70;

interface Parts {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
  isAfternoon?: boolean;
  offsetMinutes?: number;
}

/** How a token is written in a text and what it says. Digits are bounded, so no text takes long to match. */
const readers: Record<string, [pattern: string, read: (parts: Parts, text: string) => void]> = {
  yyyy: ['\\d{4}', (parts, text) => assign(parts, 'year', text)],
  yy: ['\\d{2}', (parts, text) => assign(parts, 'year', String(Number(text) + (Number(text) < CENTURY_TURN ? 2000 : 1900)))],
  MMMM: ['[A-Za-z]{3,9}', (parts, text) => assign(parts, 'month', String(monthOf(text)))],
  MM: ['\\d{2}', (parts, text) => assign(parts, 'month', text)],
  M: ['\\d{1,2}', (parts, text) => assign(parts, 'month', text)],
  dddd: ['[A-Za-z]{3,9}', () => undefined],
  dd: ['\\d{2}', (parts, text) => assign(parts, 'day', text)],
  d: ['\\d{1,2}', (parts, text) => assign(parts, 'day', text)],
  HH: ['\\d{2}', (parts, text) => assign(parts, 'hour', text)],
  H: ['\\d{1,2}', (parts, text) => assign(parts, 'hour', text)],
  mm: ['\\d{2}', (parts, text) => assign(parts, 'minute', text)],
  m: ['\\d{1,2}', (parts, text) => assign(parts, 'minute', text)],
  ss: ['\\d{2}', (parts, text) => assign(parts, 'second', text)],
  s: ['\\d{1,2}', (parts, text) => assign(parts, 'second', text)],
  fff: ['\\d{3}', (parts, text) => assign(parts, 'millisecond', text)],
  tt: [
    '[AaPp][Mm]',
    (parts, text) => {
      parts.isAfternoon = text.toLowerCase() === 'pm';
    },
  ],
  zzz: [
    'Z|[+-]\\d{2}:?\\d{2}',
    (parts, text) => {
      parts.offsetMinutes = offsetOf(text);
    },
  ],
};
const sameAs: Record<string, string> = {
  YYYY: 'yyyy',
  YY: 'yy',
  MMM: 'MMMM',
  ddd: 'dddd',
  DD: 'dd',
  D: 'd',
  hh: 'HH',
  h: 'H',
  SSS: 'fff',
  A: 'tt',
  a: 'tt',
};

/**
 * The instant of a text that was written by a pattern of `formatDate`. What the pattern leaves out is the beginning: 1 January, midnight.
 * @param zone whose clock the text shows, unless the text has an offset
 * @returns milliseconds since the epoch, or null if the text is not of that form or no such date
 */
export function parseDate(text: string, pattern: string, zone: TimeZone): number | null {
  if (text.length > LONGEST_TEXT || pattern.length > LONGEST_TEXT) return null;
  const found: string[] = [];
  let expression = '';
  let at = 0;
  for (const { 0: token, index } of pattern.matchAll(TOKENS)) {
    expression += literal(pattern.slice(at, index));
    at = index + token.length;
    const name = sameAs[token] ?? token;
    const reader = readers[name];
    if (reader) found.push(name);
    expression += reader ? `(${reader[0]})` : literal(token.slice(1, -1));
  }
  const match = new RegExp(`^${expression}${literal(pattern.slice(at))}$`).exec(text.trim());
  if (!match || found.length === 0) return null;
  const parts: Parts = { year: 1970, month: 1, day: 1, hour: 0, minute: 0, second: 0, millisecond: 0 };
  found.forEach((name, place) => {
    readers[name]?.[1](parts, match[place + 1] ?? '');
  });
  return instantOf(parts, zone);
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

function assign(parts: Parts, name: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'millisecond', digits: string): void {
  parts[name] = Number(digits);
}

function monthOf(name: string): number {
  const wanted = name.toLowerCase();
  return MONTHS.findIndex((month) => month.toLowerCase() === wanted || month.slice(0, 3).toLowerCase() === wanted) + 1;
}

function offsetOf(text: string): number {
  if (text === 'Z') return 0;
  const digits = text.replace(/\D/g, '');
  return (text.startsWith('-') ? -1 : 1) * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2)));
}

function instantOf(parts: Parts, zone: TimeZone): number | null {
  const { year, month, day, minute, second, millisecond, isAfternoon, offsetMinutes } = parts;
  if (isAfternoon !== undefined && (parts.hour < 1 || parts.hour > 12)) return null;
  const hour = isAfternoon === undefined ? parts.hour : (parts.hour % 12) + (isAfternoon ? 12 : 0);
  if (hour > 23 || minute > 59 || second > 59) return null;
  const dayMs = new Date(0).setUTCFullYear(year, month - 1, day);
  const date = new Date(dayMs);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  const wallMs = Math.floor(dayMs / DAY_MS) * DAY_MS + hour * HOUR_MS + minute * MINUTE_MS + second * 1000 + millisecond;
  return offsetMinutes === undefined ? zone.instantOf(wallMs) : wallMs - offsetMinutes * MINUTE_MS;
}
