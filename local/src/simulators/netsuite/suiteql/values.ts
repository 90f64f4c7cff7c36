import { InvalidQuery, SqlDate, type SqlValue } from './syntax.ts';

const DAY_MS = 86_400_000;

/** Null: one value is null, so no comparison is true. */
export function compareValues(left: SqlValue, right: SqlValue): number | null {
  if (left === null || right === null) return null;
  if (left instanceof SqlDate || right instanceof SqlDate) return msOf(left) - msOf(right);
  const [a, b] = [numberOf(left), numberOf(right)];
  if ((typeof left === 'number' || typeof right === 'number') && a !== null && b !== null) return a - b;
  const [one, other] = [String(left), String(right)];
  return one < other ? -1 : Number(one > other);
}

/** Nulls come last, as in Oracle. */
export function orderValues(left: SqlValue, right: SqlValue): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  return compareValues(left, right) ?? 0;
}

export function calculate(operator: string, left: SqlValue, right: SqlValue): SqlValue {
  if (operator === '||') return textOf(left) + textOf(right);
  if (left === null || right === null) return null;
  if (left instanceof SqlDate && right instanceof SqlDate && operator === '-') return (left.ms - right.ms) / DAY_MS;
  if (left instanceof SqlDate) {
    const days = Number(right) * (operator === '-' ? -1 : 1);
    return new SqlDate(Math.round(left.ms + days * DAY_MS));
  }
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a === null || b === null) throw new InvalidQuery('Invalid number.');
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    default:
      return a / b;
  }
}

/** The value as a result row shows it: everything is text, days in US format. */
export function textOf(value: SqlValue): string {
  if (value === null) return '';
  if (!(value instanceof SqlDate)) return String(value);
  const at = new Date(value.ms);
  return `${at.getUTCMonth() + 1}/${at.getUTCDate()}/${at.getUTCFullYear()}`;
}

function numberOf(value: SqlValue): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : null;
}

function msOf(value: SqlValue): number {
  if (value instanceof SqlDate) return value.ms;
  const ms = dayOf(String(value));
  if (ms === null) throw new InvalidQuery(`"${String(value)}" is no date.`);
  return ms;
}

/** Accepts `11/21/2026`, `11/21/2026 9:05 am`, `2026-11-21` and `2026-11-21T09:05:00`, in the account's clock; null for anything else. */
export function dayOf(text: string): number | null {
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
export function readDate(text: string, format: string): SqlDate {
  const found: Record<string, number> = {};
  const names: string[] = [];
  let at = 0;
  let pattern = '';
  for (const part of format.matchAll(PARTS)) {
    pattern += escaped(format.slice(at, part.index));
    at = part.index + part[0].length;
    if (part[0].startsWith('"')) pattern += escaped(part[0].slice(1, -1));
    else {
      names.push(part[0].toUpperCase());
      pattern += /^[AP]M$/i.test(part[0]) ? '([ap]m)' : '(\\d{1,4})';
    }
  }
  const match = new RegExp(`^${pattern}${escaped(format.slice(at))}`, 'i').exec(text);
  if (!match) throw new InvalidQuery(`"${text}" does not fit the format "${format}".`);
  for (const [index, name] of names.entries()) found[name] = Number(match[index + 1]);
  const { YYYY = 1970, MM = 1, DD = 1, HH24, HH12, HH, MI = 0, SS = 0 } = found;
  return new SqlDate(Date.UTC(YYYY, MM - 1, DD, HH24 ?? HH12 ?? HH ?? 0, MI, SS));
}

/** `TO_CHAR(date, 'YYYY-MM-DD"T"HH24:MI:SS')`. */
export function writeDate({ ms }: SqlDate, format: string): string {
  const at = new Date(ms);
  const two = (value: number) => String(value).padStart(2, '0');
  return format.replaceAll(PARTS, (part) => {
    switch (part.toUpperCase()) {
      case 'YYYY':
        return String(at.getUTCFullYear());
      case 'MM':
        return two(at.getUTCMonth() + 1);
      case 'DD':
        return two(at.getUTCDate());
      case 'HH24':
        return two(at.getUTCHours());
      case 'HH12':
      case 'HH':
        return two(at.getUTCHours() % 12 || 12);
      case 'MI':
        return two(at.getUTCMinutes());
      case 'SS':
        return two(at.getUTCSeconds());
      case 'AM':
      case 'PM':
        return at.getUTCHours() < 12 ? 'AM' : 'PM';
      default:
        return part.slice(1, -1);
    }
  });
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
