import { expressionLimits } from '../expressions/expression-error.ts';
import type { Formula } from './formula.ts';
import { ArgumentFault, isBlank, listArgument, MOST_ENTRIES, numberArgument, textArgument, valueAt } from './formula-arguments.ts';

const LONGEST_PADDED = 1_000;

export const textFormulas = [
  {
    name: 'trim',
    label: 'Trim',
    group: 'Text',
    signature: 'trim(text)',
    arity: { min: 1, max: 1 },
    firstForm: ['trim(', '""', ')'],
    evaluate: ([text]) => textArgument(text).trim(),
  },
  {
    name: 'replace',
    label: 'Replace',
    group: 'Text',
    signature: 'replace(text, part, by)',
    arity: { min: 3, max: 3 },
    firstForm: ['replace(', '""', ', "-", "")'],
    evaluate: ([text, part, by]) => replaceAll(textArgument(text), textArgument(part), textArgument(by)),
  },
  {
    name: 'split',
    label: 'Split',
    group: 'Text',
    signature: 'split(text, separator)',
    arity: { min: 2, max: 2 },
    firstForm: ['split(', '""', ', ",")'],
    evaluate: ([text, separator]) => split(textArgument(text), textArgument(separator)),
  },
  {
    name: 'joinTexts',
    label: 'Join Texts',
    group: 'Text',
    signature: 'joinTexts(separator, text, text)',
    arity: { min: 2, max: 10 },
    firstForm: ['joinTexts(" ", ', '""', ', "")'],
    evaluate: ([separator, ...texts]) => joined(texts, separator),
  },
  {
    name: 'joinList',
    label: 'Join List',
    group: 'Text',
    signature: 'joinList(list, separator, "path")',
    arity: { min: 2, max: 3 },
    firstForm: ['joinList(', 'null', ', ", ")'],
    evaluate: ([list, separator, path]) => {
      const entries = listArgument(list);
      return joined(path === undefined ? entries : entries.map((entry) => valueAt(entry, path)), separator);
    },
  },
  {
    name: 'textBefore',
    label: 'Text Before',
    group: 'Text',
    signature: 'textBefore(text, part)',
    arity: { min: 2, max: 2 },
    firstForm: ['textBefore(', '""', ', "@")'],
    evaluate: ([text, part]) => aroundPart(text, part)[0],
  },
  {
    name: 'textAfter',
    label: 'Text After',
    group: 'Text',
    signature: 'textAfter(text, part)',
    arity: { min: 2, max: 2 },
    firstForm: ['textAfter(', '""', ', "@")'],
    evaluate: ([text, part]) => aroundPart(text, part)[1],
  },
  {
    name: 'capitalize',
    label: 'Capitalize',
    group: 'Text',
    signature: 'capitalize(text)',
    arity: { min: 1, max: 1 },
    firstForm: ['capitalize(', '""', ')'],
    evaluate: ([text]) => textArgument(text).replace(/^\p{L}/u, (letter) => letter.toUpperCase()),
  },
  {
    name: 'toTitleCase',
    label: 'To Title Case',
    group: 'Text',
    signature: 'toTitleCase(text)',
    arity: { min: 1, max: 1 },
    firstForm: ['toTitleCase(', '""', ')'],
    evaluate: ([text]) =>
      textArgument(text)
        .toLowerCase()
        .replace(/(?<![\p{L}\p{N}'’])\p{L}/gu, (letter) => letter.toUpperCase()),
  },
  {
    name: 'padLeft',
    label: 'Pad Left',
    group: 'Text',
    signature: 'padLeft(text, length, filler)',
    arity: { min: 2, max: 3 },
    firstForm: ['padLeft(', '""', ', 8, "0")'],
    evaluate: ([text, length, filler]) => {
      const wanted = numberArgument(length);
      if (wanted > LONGEST_PADDED) throw new ArgumentFault(`The length is at most ${LONGEST_PADDED}.`);
      return textArgument(text).padStart(wanted, filler === undefined ? ' ' : textArgument(filler));
    },
  },
  {
    name: 'toText',
    label: 'To Text',
    group: 'Text',
    signature: 'toText(value)',
    arity: { min: 1, max: 1 },
    firstForm: ['toText(', '0', ')'],
    evaluate: ([value]) => textArgument(value),
  },
] as const satisfies readonly Formula[];

/** @throws ArgumentFault when the result would be longer than an expression may make: checked before it is made. */
function replaceAll(text: string, part: string, by: string): string {
  if (part === '') throw new ArgumentFault('The part to replace is empty.');
  const pieces = text.split(part);
  const length = text.length + (pieces.length - 1) * (by.length - part.length);
  if (length > expressionLimits.resultLength) throw new ArgumentFault('The text becomes too long.');
  return pieces.join(by);
}

function split(text: string, separator: string): string[] {
  if (separator === '') throw new ArgumentFault('The separator is empty.');
  const pieces = text.split(separator, MOST_ENTRIES + 1);
  if (pieces.length > MOST_ENTRIES) throw new ArgumentFault(`The text has more than ${MOST_ENTRIES} parts.`);
  return pieces;
}

function joined(values: readonly unknown[], separator: unknown): string {
  const between = textArgument(separator);
  let length = 0;
  const texts: string[] = [];
  for (const value of values) {
    if (isBlank(value)) continue;
    const text = textArgument(value);
    length += text.length + between.length;
    if (length > expressionLimits.resultLength + between.length) throw new ArgumentFault('The text becomes too long.');
    texts.push(text);
  }
  return texts.join(between);
}

/** A text without the part: all of it before, nothing after. */
function aroundPart(text: unknown, part: unknown): [before: string, after: string] {
  const [whole, searched] = [textArgument(text), textArgument(part)];
  const at = searched === '' ? -1 : whole.indexOf(searched);
  return at < 0 ? [whole, ''] : [whole.slice(0, at), whole.slice(at + searched.length)];
}
