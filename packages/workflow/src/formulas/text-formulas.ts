import { expressionLimits } from '../values/expression-error.ts';
import { TextSearch } from '../work/text-search.ts';
import type { WorkBudget } from '../work/work-budget.ts';
import { countCharacters } from './count-characters.ts';
import type { Formula } from './formula.ts';
import { ArgumentFault, createPathReader, isBlank, listArgument, MOST_ENTRIES, numberArgument, textArgument } from './formula-arguments.ts';

const LONGEST_PADDED = 1_000;
const WORD_SCAN_UNITS = 3;
const WORD_UNITS = 30;
/** Cost of a piece of a text that is split or joined. */
const PIECE_UNITS = 12;

export const textFormulas = [
  {
    name: 'trim',
    label: 'Trim',
    signature: 'trim(text)',
    description: 'Removes blanks at both ends of a text.',
    synonyms: 'strip whitespace clean',
    example: { expression: 'trim("  a b ")', result: 'a b' },
    arity: { min: 1, max: 1 },
    firstForm: ['trim(', '""', ')'],
    evaluate: ([text], work) => textArgument(text, work).trim(),
  },
  {
    name: 'replace',
    label: 'Replace',
    signature: 'replace(text, part, by)',
    description: 'Replaces every occurrence of a part of a text.',
    synonyms: 'substitute remove swap',
    example: { expression: 'replace("a-b-c", "-", ".")', result: 'a.b.c' },
    arity: { min: 3, max: 3 },
    firstForm: ['replace(', '""', ', "-", "")'],
    evaluate: ([text, part, by], work) => replaceAll(textArgument(text, work), textArgument(part, work), textArgument(by, work), work),
  },
  {
    name: 'split',
    label: 'Split',
    signature: 'split(text, separator)',
    description: 'Splits a text into a list.',
    synonyms: 'explode separate array',
    example: { expression: 'split("a,b", ",")', result: '["a", "b"]' },
    arity: { min: 2, max: 2 },
    firstForm: ['split(', '""', ', ",")'],
    evaluate: ([text, separator], work) => split(textArgument(text, work), textArgument(separator, work), work),
  },
  {
    name: 'joinTexts',
    label: 'Join Texts',
    signature: 'joinTexts(separator, text, text)',
    description: 'Joins texts with a separator, leaving out missing and blank ones.',
    synonyms: 'concat concatenate combine',
    example: { expression: 'joinTexts(" ", "Ada", null, "Lovelace")', result: 'Ada Lovelace' },
    arity: { min: 2, max: 10 },
    inWords: ([_separator, ...texts]) => texts.join(' '),
    firstForm: ['joinTexts(" ", ', '""', ', "")'],
    takesMissing: true,
    evaluate: ([separator, ...texts], work) => joined(texts, separator, work),
  },
  {
    name: 'joinList',
    label: 'Join List',
    signature: 'joinList(list, separator, "path")',
    description: 'Joins the entries of a list, or their values at a path, to one text.',
    synonyms: 'concat concatenate implode combine array',
    example: { expression: 'joinList(Data.orders, ", ", "id")', result: 'A-1, A-2' },
    arity: { min: 2, max: 3 },
    firstForm: ['joinList(', 'null', ', ", ")'],
    evaluate: ([list, separator, path], work) => {
      const entries = listArgument(list);
      return joined(path === undefined ? entries : entries.map(createPathReader(path, work)), separator, work);
    },
  },
  {
    name: 'textBefore',
    label: 'Text Before',
    signature: 'textBefore(text, part)',
    description: 'The text before the first occurrence of a part.',
    synonyms: 'left cut split substring',
    example: { expression: 'textBefore("ann@example.com", "@")', result: 'ann' },
    arity: { min: 2, max: 2 },
    firstForm: ['textBefore(', '""', ', "@")'],
    evaluate: ([text, part], work) => aroundPart(text, part, work)[0],
  },
  {
    name: 'textAfter',
    label: 'Text After',
    signature: 'textAfter(text, part)',
    description: 'The text after the first occurrence of a part.',
    synonyms: 'right cut split substring',
    example: { expression: 'textAfter("ann@example.com", "@")', result: 'example.com' },
    arity: { min: 2, max: 2 },
    firstForm: ['textAfter(', '""', ', "@")'],
    evaluate: ([text, part], work) => aroundPart(text, part, work)[1],
  },
  {
    name: 'capitalize',
    label: 'Capitalize',
    signature: 'capitalize(text)',
    description: 'Changes the first letter to upper case.',
    synonyms: 'uppercase',
    example: { expression: 'capitalize("élan vital")', result: 'Élan vital' },
    arity: { min: 1, max: 1 },
    firstForm: ['capitalize(', '""', ')'],
    evaluate: ([text], work) => textArgument(text, work).replace(/^\p{L}/u, (letter) => letter.toUpperCase()),
  },
  {
    name: 'toTitleCase',
    label: 'To Title Case',
    signature: 'toTitleCase(text)',
    description: 'Changes the first letter of each word to upper case.',
    synonyms: 'capitalize uppercase name',
    example: { expression: 'toTitleCase("MARY ANN")', result: 'Mary Ann' },
    arity: { min: 1, max: 1 },
    firstForm: ['toTitleCase(', '""', ')'],
    evaluate: ([text], work) => {
      const lower = textArgument(text, work).toLowerCase();
      work.charge(lower.length * WORD_SCAN_UNITS);
      return lower.replace(/(?<![\p{L}\p{M}\p{N}'’])\p{L}/gu, (letter) => {
        work.charge(WORD_UNITS);
        return letter.toUpperCase();
      });
    },
  },
  {
    name: 'padLeft',
    label: 'Pad Left',
    signature: 'padLeft(text, length, filler)',
    description: 'Fills a text on the left up to a length.',
    synonyms: 'padding leading zeros',
    example: { expression: 'padLeft(7, 3, "0")', result: '007' },
    arity: { min: 2, max: 3 },
    firstForm: ['padLeft(', '""', ', 8, "0")'],
    evaluate: ([text, length, filler], work) => {
      const wanted = numberArgument(length);
      if (wanted > LONGEST_PADDED) throw new ArgumentFault(`The length must be at most ${LONGEST_PADDED}.`);
      return padLeft(textArgument(text, work), wanted, (filler ?? null) === null ? ' ' : textArgument(filler, work));
    },
  },
  {
    name: 'toText',
    label: 'To Text',
    signature: 'toText(value)',
    description: 'Converts a value to text.',
    synonyms: 'string convert cast',
    example: { expression: 'toText(12)', result: '12' },
    arity: { min: 1, max: 1 },
    firstForm: ['toText(', '0', ')'],
    evaluate: ([value], work) => textArgument(value, work),
  },
] as const satisfies readonly Formula[];

/** Counts characters like `count`, so that none is cut in two. */
function padLeft(text: string, length: number, filler: string): string {
  const missing = Math.trunc(length) - countCharacters(text);
  if (missing <= 0 || filler === '') return text;
  const characters = [...filler.slice(0, 2 * missing)].slice(0, missing);
  return `${Array.from({ length: missing }, (_, at) => characters[at % characters.length]).join('')}${text}`;
}

/** @throws ArgumentFault if the result would be longer than an expression may produce: checked before it is made. */
function replaceAll(text: string, part: string, by: string, work: WorkBudget): string {
  if (part === '') throw new ArgumentFault('The part to replace is empty.');
  const pieces: string[] = [];
  let length = text.length;
  for (const piece of splitPieces(text, part, work)) {
    if (pieces.length > 0) length += by.length - part.length;
    if (length > expressionLimits.resultLength) throw new ArgumentFault('The resulting text is too long.');
    pieces.push(piece);
  }
  return pieces.join(by);
}

function split(text: string, separator: string, work: WorkBudget): string[] {
  if (separator === '') throw new ArgumentFault('The separator is empty.');
  const pieces: string[] = [];
  for (const piece of splitPieces(text, separator, work)) {
    if (pieces.length === MOST_ENTRIES) throw new ArgumentFault(`The text has more than ${MOST_ENTRIES} parts.`);
    pieces.push(piece);
  }
  return pieces;
}

function* splitPieces(text: string, part: string, work: WorkBudget): Generator<string> {
  const search = new TextSearch(part, work);
  let from = 0;
  for (let at = search.next(text); at >= 0; at = search.next(text, from)) {
    work.charge(PIECE_UNITS);
    yield text.slice(from, at);
    from = at + part.length;
  }
  yield text.slice(from);
}

function joined(values: readonly unknown[], separator: unknown, work: WorkBudget): string {
  const between = textArgument(separator, work);
  let length = 0;
  const texts: string[] = [];
  for (const value of values) {
    work.charge(PIECE_UNITS);
    if (isBlank(value)) continue;
    const text = textArgument(value, work);
    work.charge(text.length);
    length += text.length + between.length;
    if (length > expressionLimits.resultLength + between.length) throw new ArgumentFault('The resulting text is too long.');
    texts.push(text);
  }
  return texts.join(between);
}

/** A text without the part is entirely before it, with nothing after. */
function aroundPart(text: unknown, part: unknown, work: WorkBudget): [before: string, after: string] {
  const [whole, searched] = [textArgument(text, work), textArgument(part, work)];
  const at = searched === '' ? -1 : new TextSearch(searched, work).next(whole);
  return at < 0 ? [whole, ''] : [whole.slice(0, at), whole.slice(at + searched.length)];
}
