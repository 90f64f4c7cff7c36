import { parseExactJson } from '@portage/primitives/exact-json';
import type { WorkBudget } from '../work/work-budget.ts';
import {
  addDecimals,
  compareDecimals,
  cutDecimal,
  type Decimal,
  decimalArgument,
  decimalText,
  divideDecimals,
  multiplyDecimals,
  negated,
  roundDecimal,
} from './decimal.ts';
import type { Formula } from './formula.ts';
import { ArgumentFault, createPathReader, isBlank, listArgument, numberArgument, textArgument } from './formula-arguments.ts';
import { numberFormat } from './number-format.ts';

const ZERO: Decimal = { units: 0n, scale: 0 };
const MOST_DIGITS = 20;
/** Cost of reading an amount from a list and adding it. */
const AMOUNT_UNITS = 60;

/** Exact to the last digit: amounts are decimal texts throughout. */
export const numberFormulas = [
  {
    name: 'add',
    label: 'Add',
    signature: 'add(amount, more)',
    description: 'Adds amounts exactly.',
    synonyms: 'plus math',
    example: { expression: 'add("0.10", "0.2")', result: '0.30' },
    arity: { min: 2, max: 20 },
    inWords: (amounts) => amounts.join(' + '),
    firstForm: ['add(', '0', ', 0)'],
    givesAmount: true,
    evaluate: (values) => decimalText(values.filter(isGiven).map(decimalArgument).reduce(addDecimals, ZERO)),
  },
  {
    name: 'subtract',
    label: 'Subtract',
    signature: 'subtract(amount, less)',
    description: 'Subtracts amounts exactly.',
    synonyms: 'minus difference math',
    example: { expression: 'subtract("49.95", "14.50")', result: '35.45' },
    arity: { min: 2, max: 20 },
    inWords: (amounts) => amounts.join(' − '),
    firstForm: ['subtract(', '0', ', 0)'],
    givesAmount: true,
    evaluate: ([amount, ...less]) => {
      const rest = less.filter(isGiven).map((one) => negated(decimalArgument(one)));
      return decimalText(rest.reduce(addDecimals, decimalArgument(amount)));
    },
  },
  {
    name: 'multiply',
    label: 'Multiply',
    signature: 'multiply(amount, by)',
    description: 'Multiplies amounts exactly.',
    synonyms: 'times product math',
    example: { expression: 'multiply("14.50", 2)', result: '29.00' },
    arity: { min: 2, max: 2 },
    inWords: (amounts) => amounts.join(' × '),
    firstForm: ['multiply(', '0', ', 1)'],
    givesAmount: true,
    evaluate: ([amount, by]) => decimalText(multiplyDecimals(decimalArgument(amount), decimalArgument(by))),
  },
  {
    name: 'divide',
    label: 'Divide',
    signature: 'divide(amount, by)',
    description: 'Divides amounts, rounded to 10 decimals if necessary.',
    synonyms: 'ratio per percent math',
    example: { expression: 'divide("12.50", 5)', result: '2.5' },
    arity: { min: 2, max: 2 },
    inWords: (amounts) => amounts.join(' ÷ '),
    firstForm: ['divide(', '0', ', 1)'],
    givesAmount: true,
    evaluate: ([amount, by]) => decimalText(divideDecimals(decimalArgument(amount), decimalArgument(by))),
  },
  {
    name: 'round',
    label: 'Round',
    signature: 'round(amount, digits)',
    description: 'Rounds to a number of decimals; a half is rounded away from zero.',
    synonyms: 'decimals math',
    example: { expression: 'round("2.345", 2)', result: '2.35' },
    arity: { min: 1, max: 2 },
    firstForm: ['round(', '0', ', 2)'],
    givesAmount: true,
    evaluate: ([amount, digits]) => decimalText(roundDecimal(decimalArgument(amount), digitsArgument(digits))),
  },
  {
    name: 'roundUp',
    label: 'Round Up',
    signature: 'roundUp(amount, digits)',
    description: 'Rounds away from zero, to a number of decimals.',
    synonyms: 'ceil ceiling decimals math',
    example: { expression: 'roundUp("2.341", 2)', result: '2.35' },
    arity: { min: 1, max: 2 },
    firstForm: ['roundUp(', '0', ')'],
    givesAmount: true,
    evaluate: ([amount, digits]) => decimalText(cutDecimal(decimalArgument(amount), digitsArgument(digits), 'up')),
  },
  {
    name: 'roundDown',
    label: 'Round Down',
    signature: 'roundDown(amount, digits)',
    description: 'Rounds towards zero, to a number of decimals.',
    synonyms: 'floor truncate decimals math',
    example: { expression: 'roundDown("2.349", 2)', result: '2.34' },
    arity: { min: 1, max: 2 },
    firstForm: ['roundDown(', '0', ')'],
    givesAmount: true,
    evaluate: ([amount, digits]) => decimalText(cutDecimal(decimalArgument(amount), digitsArgument(digits), 'down')),
  },
  {
    name: 'absolute',
    label: 'Absolute',
    signature: 'absolute(amount)',
    description: 'An amount without its sign.',
    synonyms: 'abs math',
    example: { expression: 'absolute("-3.20")', result: '3.20' },
    arity: { min: 1, max: 1 },
    firstForm: ['absolute(', '0', ')'],
    givesAmount: true,
    evaluate: ([amount]) => {
      const value = decimalArgument(amount);
      return decimalText(value.units < 0n ? negated(value) : value);
    },
  },
  {
    name: 'minimum',
    label: 'Minimum',
    signature: 'minimum(amount, other)',
    description: 'The smallest amount; empty values don’t count.',
    synonyms: 'min lowest least',
    example: { expression: 'minimum("10", 9)', result: '9' },
    arity: { min: 2, max: 20 },
    inWords: (amounts) => `smallest of ${amounts.join(', ')}`,
    firstForm: ['minimum(', '0', ', 1)'],
    takesMissing: true,
    evaluate: (values) => outermost(values, -1),
  },
  {
    name: 'maximum',
    label: 'Maximum',
    signature: 'maximum(amount, other)',
    description: 'The largest amount; empty values don’t count.',
    synonyms: 'max highest most',
    example: { expression: 'maximum("10", 9)', result: '10' },
    arity: { min: 2, max: 20 },
    inWords: (amounts) => `largest of ${amounts.join(', ')}`,
    firstForm: ['maximum(', '0', ', 1)'],
    takesMissing: true,
    evaluate: (values) => outermost(values, 1),
  },
  {
    name: 'positive',
    label: 'Positive Or Null',
    signature: 'positive(amount)',
    description: 'An amount above zero unchanged; otherwise null.',
    synonyms: 'greater negative',
    example: { expression: 'positive("-3")', result: 'null' },
    arity: { min: 1, max: 1 },
    firstForm: ['positive(', '0', ')'],
    evaluate: ([amount]) => (decimalArgument(amount).units > 0n ? amount : null),
  },
  {
    name: 'nonZero',
    label: 'Not Zero Or Null',
    signature: 'nonZero(amount)',
    description: 'Any amount but zero unchanged; zero becomes null.',
    synonyms: 'empty',
    example: { expression: 'nonZero("0.00")', result: 'null' },
    arity: { min: 1, max: 1 },
    firstForm: ['nonZero(', '0', ')'],
    evaluate: ([amount]) => (decimalArgument(amount).units === 0n ? null : amount),
  },
  {
    name: 'sumOf',
    label: 'Sum Of',
    signature: 'sumOf(list, "path", "path")',
    description: 'The sum over a list of the values at a path, or of products of several paths.',
    synonyms: 'add aggregate reduce',
    example: { expression: 'sumOf(Data.orders, "price", "quantity")', result: '41.00' },
    arity: { min: 1, max: 4 },
    inWords: ([list, ...paths]) => `sum of ${[list, ...paths].join(' ')}`,
    firstForm: ['sumOf(', 'null', ', "price", "quantity")'],
    givesAmount: true,
    evaluate: ([list, ...paths], work) => decimalText(computeProducts(list, paths, work).reduce(addDecimals, ZERO)),
  },
  {
    name: 'averageOf',
    label: 'Average Of',
    signature: 'averageOf(list, "path")',
    description: 'The average over a list of the values at a path; entries without one don’t count.',
    synonyms: 'mean avg aggregate',
    example: { expression: 'averageOf(Data.orders, "quantity")', result: '1.5' },
    arity: { min: 1, max: 2 },
    inWords: (parts) => `average of ${parts.join(' ')}`,
    firstForm: ['averageOf(', 'null', ', "price")'],
    givesAmount: true,
    evaluate: ([list, ...paths], work) => {
      const amounts = computeProducts(list, paths, work);
      const count = { units: BigInt(amounts.length), scale: 0 };
      return amounts.length === 0 ? null : decimalText(divideDecimals(amounts.reduce(addDecimals, ZERO), count));
    },
  },
  {
    name: 'toNumber',
    label: 'To Number',
    signature: 'toNumber(text)',
    description: 'Converts a text to a number; one that would lose digits stays text.',
    synonyms: 'int integer float parse convert cast',
    example: { expression: 'toNumber("12.50")', result: '12.5' },
    arity: { min: 1, max: 1 },
    firstForm: ['toNumber(', '"0"', ')'],
    givesAmount: true,
    evaluate: ([text]) => parseExactJson(decimalText(decimalArgument(text))),
  },
  {
    name: 'formatNumber',
    label: 'Format Number',
    signature: 'formatNumber(amount, digits, language)',
    description: 'Writes an amount with separators, as a language does.',
    synonyms: 'decimals thousands display text',
    example: { expression: 'formatNumber("1234.5", 2, "de")', result: '1.234,50' },
    arity: { min: 2, max: 3 },
    firstForm: ['formatNumber(', '0', ', 2, "en")'],
    evaluate: ([amount, wanted, language], work) => {
      const digits = digitsArgument(wanted);
      return numberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }, decimalArgument(amount), work);
    },
  },
  {
    name: 'formatCurrency',
    label: 'Format Currency',
    signature: 'formatCurrency(amount, currency, language)',
    description: 'Writes an amount with its currency, as a language does.',
    synonyms: 'money price display text',
    example: { expression: 'formatCurrency("1234.5", "USD")', result: '$1,234.50' },
    arity: { min: 2, max: 3 },
    firstForm: ['formatCurrency(', '0', ', "USD", "en")'],
    evaluate: ([amount, currency, language], work) =>
      numberFormat(language, { style: 'currency', currency: textArgument(currency, work).trim() }, decimalArgument(amount), work),
  },
] as const satisfies readonly Formula[];

function isGiven(value: unknown): boolean {
  return !isBlank(value);
}

function digitsArgument(value: unknown): number {
  const digits = value === undefined ? 0 : numberArgument(value);
  if (!Number.isInteger(digits) || digits < 0 || digits > MOST_DIGITS) {
    throw new ArgumentFault(`The number of digits must be a whole number from 0 to ${MOST_DIGITS}.`);
  }
  return digits;
}

/** The smallest or largest given value, as written. Null if there is none. */
function outermost(values: readonly unknown[], sign: 1 | -1): unknown {
  const [first, ...others] = values.filter(isGiven).map((value) => ({ value, amount: decimalArgument(value) }));
  if (!first) return null;
  return others.reduce((best, one) => (compareDecimals(one.amount, best.amount) === sign ? one : best), first).value;
}

/** For each entry the product of the values at the paths, or the entry itself without paths. Entries that lack a value are skipped. */
function computeProducts(list: unknown, paths: readonly unknown[], work: WorkBudget): Decimal[] {
  const readers = paths.map((path) => createPathReader(path, work));
  return listArgument(list).flatMap((entry) => {
    work.charge(AMOUNT_UNITS * (1 + readers.length));
    const values = readers.length === 0 ? [entry] : readers.map((read) => read(entry));
    return values.every(isGiven) ? [values.map(decimalArgument).reduce(multiplyDecimals)] : [];
  });
}
