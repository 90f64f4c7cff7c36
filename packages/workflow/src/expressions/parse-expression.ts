import { ExpressionError } from '../values/expression-error.ts';
import type { ExpressionNode, ParsedExpression, TemplatePart } from '../values/syntax-tree.ts';
import { Cursor } from './cursor.ts';
import { parseNamed, parseNode, startsName, unexpected } from './parse-node.ts';

const TEXT_RUN = /[^$]+/y;
/** `Steps["id"]…` without a dollar sign is a reference if it is the whole text (spec EXPR-01, EXPR-04). */
export const BARE_REFERENCE = /^\s*Steps\s*\[\s*\\?["']/;

/** At most 15 digits: JavaScript holds each of these exactly. */
const PLAIN_NUMBER = /^-?(?=[\d.]{1,16}$)(?:0|[1-9]\d*)(?:\.\d+)?$/;

export const UNCLOSED_BRACES = 'The ${ is not closed.';

const CACHE_ENTRIES = 500;
const CACHE_TEXT_LENGTH = 10_000;
const cache = new Map<string, ParsedExpression>();

/**
 * Parses a text with `$name` and `${…}` segments (spec EXPR-01..07; grammar in docs/expressions.md). The result is shared between calls:
 * don't change it.
 *
 * @throws ExpressionError with the position of the error.
 */
export function parseExpression(text: string): ParsedExpression {
  const known = cache.get(text);
  if (known) return known;
  const parsed = parse(text);
  if (isCacheable(text)) {
    if (cache.size >= CACHE_ENTRIES) cache.delete(cache.keys().next().value ?? '');
    cache.set(text, parsed);
  }
  return parsed;
}

/** Whether a text's parse result is cached. */
export function isCacheable(text: string): boolean {
  return text.length <= CACHE_TEXT_LENGTH;
}

function parse(text: string): ParsedExpression {
  const cursor = new Cursor(text);
  if (BARE_REFERENCE.test(text)) return parseBareReference(cursor);
  const parts: TemplatePart[] = [];
  let literal = '';
  const flush = () => {
    if (literal) parts.push({ kind: 'text', text: literal });
    literal = '';
  };
  while (!cursor.atEnd) {
    const run = cursor.take(TEXT_RUN);
    if (run !== null) {
      literal += run;
      continue;
    }
    const start = cursor.position;
    const expression = parseSegment(cursor);
    if (expression) {
      flush();
      parts.push({ kind: 'segment', expression, start, end: cursor.position });
    } else {
      literal += '$';
      cursor.position += 1;
    }
  }
  flush();
  const isLiteral = parts.every(({ kind }) => kind === 'text');
  return { parts, single: findSingleExpression(parts), literal: isLiteral ? readLiteral(text) : null };
}

/** One too long to be exact stays a text. */
function readLiteral(text: string): string | number {
  const written = text.trim();
  return PLAIN_NUMBER.test(written) ? Number(written) : text;
}

/** The text itself if it has no expression; null if it has one, or can't be read. */
export function literalText(text: string): string | null {
  try {
    return parseExpression(text).literal === null ? null : text;
  } catch (error) {
    if (error instanceof ExpressionError) return null;
    throw error;
  }
}

export function parseBareReference(cursor: Cursor): ParsedExpression {
  cursor.skipBlanks();
  const start = cursor.position;
  const expression = parseNode(cursor);
  const end = cursor.position;
  cursor.skipBlanks();
  if (!cursor.atEnd) throw unexpected(cursor, 'the end of the reference');
  return { parts: [{ kind: 'segment', expression, start, end }], single: expression, literal: null };
}

/** At a `$`: the segment it starts, or null (without moving) if it is a plain dollar sign. */
export function parseSegment(cursor: Cursor): ExpressionNode | null {
  const start = cursor.position;
  if (cursor.next === '{') {
    cursor.countStep();
    cursor.position += 2;
    cursor.skipBlanks();
    if (cursor.atEnd) throw cursor.error(UNCLOSED_BRACES, start);
    const expression = parseNode(cursor);
    cursor.skipBlanks();
    if (cursor.atEnd) throw cursor.error(UNCLOSED_BRACES, start);
    if (cursor.current() !== '}') throw unexpected(cursor, '"}"');
    cursor.position += 1;
    return expression;
  }
  if (!startsName(cursor.next)) return null;
  cursor.countStep();
  cursor.position += 1;
  return parseNamed(cursor, start, true);
}

function findSingleExpression(parts: readonly TemplatePart[]): ExpressionNode | null {
  let single: ExpressionNode | null = null;
  for (const part of parts) {
    if (part.kind === 'text') {
      if (part.text.trim() !== '') return null;
    } else {
      if (single) return null;
      single = part.expression;
    }
  }
  return single;
}
