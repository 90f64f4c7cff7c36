import type { Formula } from './formula.ts';
import { isBlank, numberArgument, textArgument } from './formula-arguments.ts';

/** The group Strings (spec EXPR-10). */
export const stringFormulas = [
  {
    name: 'toLowerCase',
    label: 'To Lower Case',
    signature: 'toLowerCase(text)',
    description: 'Changes every letter to lower case.',
    synonyms: 'lowercase small',
    example: { expression: 'toLowerCase("ABC")', result: 'abc' },
    arity: { min: 1, max: 1 },
    firstForm: ['toLowerCase(', '""', ')'],
    evaluate: ([text], work) => textArgument(text, work).toLowerCase(),
  },
  {
    name: 'toUpperCase',
    label: 'To Upper Case',
    signature: 'toUpperCase(text)',
    description: 'Changes every letter to upper case.',
    synonyms: 'uppercase capital',
    example: { expression: 'toUpperCase("abc")', result: 'ABC' },
    arity: { min: 1, max: 1 },
    firstForm: ['toUpperCase(', '""', ')'],
    evaluate: ([text], work) => textArgument(text, work).toUpperCase(),
  },
  {
    name: 'subString',
    label: 'SubString',
    signature: 'subString(text, start, length)',
    description: 'Part of a text, from a position counted from 0.',
    synonyms: 'substring slice cut left right mid truncate',
    example: { expression: 'subString("abcdef", 2, 3)', result: 'cde' },
    arity: { min: 2, max: 3 },
    firstForm: ['subString(', '""', ', 0, 10)'],
    evaluate: ([text, start, length], work) => subString(textArgument(text, work), numberArgument(start), length ?? null),
  },
  {
    name: 'nullIfEmpty',
    label: 'Null If Empty',
    signature: 'nullIfEmpty(text)',
    description: 'Null for an empty or blank text; anything else unchanged.',
    synonyms: 'blank missing',
    example: { expression: 'nullIfEmpty(" ")', result: 'null' },
    arity: { min: 1, max: 1 },
    firstForm: ['nullIfEmpty(', '""', ')'],
    evaluate: ([value]) => (isBlank(value) ? null : value),
  },
] as const satisfies readonly Formula[];

/** Counts UTF-16 units, like scripts, but never cuts a character in two: one at the edge is left out. */
function subString(text: string, start: number, length: unknown): string {
  const from = Math.max(0, Math.trunc(start));
  const to = length === null ? text.length : from + Math.max(0, Math.trunc(numberArgument(length)));
  return text.slice(isInsidePair(text, from) ? from + 1 : from, isInsidePair(text, to) ? Math.max(from, to - 1) : to);
}

/** Whether this position is between the two halves of one character. */
function isInsidePair(text: string, at: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, at - 1), at + 1));
}
