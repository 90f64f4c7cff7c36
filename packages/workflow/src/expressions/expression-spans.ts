import { ExpressionError } from '../values/expression-error.ts';
import type { ExpressionNode, ReferenceNode } from '../values/syntax-tree.ts';
import { Cursor } from './cursor.ts';
import { collectReferences } from './expression-references.ts';
import { BARE_REFERENCE, parseBareReference, parseSegment } from './parse-expression.ts';

/** A piece of a text that isn't plain text. */
export type ExpressionSpan =
  | { kind: 'reference' | 'formula' | 'value'; start: number; end: number; references: ReferenceNode[] }
  /** An unreadable part; `position` is the position of the error inside it. */
  | { kind: 'fault'; start: number; end: number; message: string; position: number };

const SPAN_LIMIT = 3_000;
const NEXT_SEGMENT = /\$[\p{L}{]/gu;

/** The references and formulas of a text with their positions, while it's typed: unlike parseExpression it continues after an error. */
export function expressionSpans(text: string): ExpressionSpan[] {
  if (BARE_REFERENCE.test(text)) {
    const start = text.length - text.trimStart().length;
    return [readSpan(text, start, (cursor) => parseWhole(cursor))];
  }
  const spans: ExpressionSpan[] = [];
  let at = 0;
  while (spans.length < SPAN_LIMIT) {
    NEXT_SEGMENT.lastIndex = at;
    const start = NEXT_SEGMENT.exec(text)?.index;
    if (start === undefined) break;
    const span = readSpan(text, start, parseSegment);
    spans.push(span);
    at = span.end;
  }
  return spans;
}

function parseWhole(cursor: Cursor): ExpressionNode | null {
  return parseBareReference(cursor).single;
}

function readSpan(text: string, start: number, read: (cursor: Cursor) => ExpressionNode | null): ExpressionSpan {
  const cursor = new Cursor(text, start);
  try {
    const node = read(cursor);
    if (!node) return { kind: 'value', start, end: start + 1, references: [] };
    const references: ReferenceNode[] = [];
    collectReferences(node, references);
    return { kind: getSpanKind(node), start, end: cursor.position, references };
  } catch (fault) {
    if (!(fault instanceof ExpressionError)) throw fault;
    return { kind: 'fault', start, end: faultEnd(text, start, cursor.position), message: fault.message, position: fault.position };
  }
}

function getSpanKind(node: ExpressionNode): 'reference' | 'formula' | 'value' {
  if (node.kind === 'reference') return 'reference';
  return node.kind === 'call' ? 'formula' : 'value';
}

/** The end of what was read, but before the next segment, and at least its first word. */
function faultEnd(text: string, start: number, readTo: number): number {
  NEXT_SEGMENT.lastIndex = start + 1;
  const next = NEXT_SEGMENT.exec(text)?.index ?? text.length;
  const word = /^[$\p{L}\p{N}_{]+/u.exec(text.slice(start))?.[0].length ?? 1;
  return Math.min(next, Math.max(readTo, start + word));
}
