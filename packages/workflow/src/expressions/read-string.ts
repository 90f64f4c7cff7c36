import type { Cursor } from './cursor.ts';

const SIMPLE_ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '0': '\0' };
const HEX = /[0-9a-fA-F]{4}/y;

/** True at the start of a quoted text: `"`, `'`, or `\"` as written by people who edit the template as JSON. */
export function atQuote(cursor: Cursor): boolean {
  return cursor.current() === '"' || cursor.current() === "'" || (cursor.current() === '\\' && cursor.next === '"');
}

/** Reads a quoted text with JSON's escapes. @throws ExpressionError if it doesn't end (spec EXPR-07). */
export function readString(cursor: Cursor): string {
  const start = cursor.position;
  const quote = cursor.current() === '\\' ? '\\"' : cursor.current();
  cursor.position += quote.length;
  let value = '';
  while (!cursor.atEnd) {
    if (cursor.text.startsWith(quote, cursor.position)) {
      cursor.position += quote.length;
      return value;
    }
    if (cursor.current() === '\\') {
      value += readEscape(cursor);
    } else {
      value += cursor.current();
      cursor.position += 1;
    }
  }
  throw cursor.error('The quoted text is not closed.', start);
}

function readEscape(cursor: Cursor): string {
  const escaped = cursor.next;
  cursor.position += 2;
  if (escaped !== 'u') return SIMPLE_ESCAPES[escaped] ?? escaped;
  const hex = cursor.take(HEX);
  if (!hex) throw cursor.error('\\u needs four hexadecimal digits.');
  return String.fromCharCode(Number.parseInt(hex, 16));
}
