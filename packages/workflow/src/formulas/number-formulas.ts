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
    arity: { min: 2, max: 20 },
    firstForm: ['add(', '0', ', 0)'],
    givesAmount: true,
    evaluate: (values) => decimalText(values.filter(isGiven).map(decimalArgument).reduce(addDecimals, ZERO)),
  },
  {
    name: 'subtract',
    label: 'Subtract',
    signature: 'subtract(amount, less)',
    arity: { min: 2, max: 20 },
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
    arity: { min: 2, max: 2 },
    firstForm: ['multiply(', '0', ', 1)'],
    givesAmount: true,
    evaluate: ([amount, by]) => decimalText(multiplyDecimals(decimalArgument(amount), decimalArgument(by))),
  },
  {
    name: 'divide',
    label: 'Divide',
    signature: 'divide(amount, by)',
    arity: { min: 2, max: 2 },
    firstForm: ['divide(', '0', ', 1)'],
    givesAmount: true,
    evaluate: ([amount, by]) => decimalText(divideDecimals(decimalArgument(amount), decimalArgument(by))),
  },
  {
    name: 'round',
    label: 'Round',
    signature: 'round(amount, digits)',
    arity: { min: 1, max: 2 },
    firstForm: ['round(', '0', ', 2)'],
    givesAmount: true,
    evaluate: ([amount, digits]) => decimalText(roundDecimal(decimalArgument(amount), digitsArgument(digits))),
  },
  {
    name: 'roundUp',
    label: 'Round Up',
    signature: 'roundUp(amount, digits)',
    arity: { min: 1, max: 2 },
    firstForm: ['roundUp(', '0', ')'],
    givesAmount: true,
    evaluate: ([amount, digits]) => decimalText(cutDecimal(decimalArgument(amount), digitsArgument(digits), 'up')),
  },
  {
    name: 'roundDown',
    label: 'Round Down',
    signature: 'roundDown(amount, digits)',
    arity: { min: 1, max: 2 },
    firstForm: ['roundDown(', '0', ')'],
    givesAmount: true,
    evaluate: ([amount, digits]) => decimalText(cutDecimal(decimalArgument(amount), digitsArgument(digits), 'down')),
  },
  {
    name: 'absolute',
    label: 'Absolute',
    signature: 'absolute(amount)',
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
    arity: { min: 2, max: 20 },
    firstForm: ['minimum(', '0', ', 1)'],
    takesMissing: true,
    evaluate: (values) => outermost(values, -1),
  },
  {
    name: 'maximum',
    label: 'Maximum',
    signature: 'maximum(amount, other)',
    arity: { min: 2, max: 20 },
    firstForm: ['maximum(', '0', ', 1)'],
    takesMissing: true,
    evaluate: (values) => outermost(values, 1),
  },
  {
    name: 'positive',
    label: 'Positive Or Null',
    signature: 'positive(amount)',
    arity: { min: 1, max: 1 },
    firstForm: ['positive(', '0', ')'],
    evaluate: ([amount]) => (decimalArgument(amount).units > 0n ? amount : null),
  },
  {
    name: 'nonZero',
    label: 'Not Zero Or Null',
    signature: 'nonZero(amount)',
    arity: { min: 1, max: 1 },
    firstForm: ['nonZero(', '0', ')'],
    evaluate: ([amount]) => (decimalArgument(amount).units === 0n ? null : amount),
  },
  {
    name: 'sumOf',
    label: 'Sum Of',
    signature: 'sumOf(list, "path", "path")',
    arity: { min: 1, max: 4 },
    firstForm: ['sumOf(', 'null', ', "price", "quantity")'],
    givesAmount: true,
    evaluate: ([list, ...paths], work) => decimalText(computeProducts(list, paths, work).reduce(addDecimals, ZERO)),
  },
  {
    name: 'averageOf',
    label: 'Average Of',
    signature: 'averageOf(list, "path")',
    arity: { min: 1, max: 2 },
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
    arity: { min: 1, max: 1 },
    firstForm: ['toNumber(', '"0"', ')'],
    givesAmount: true,
    evaluate: ([text]) => parseExactJson(decimalText(decimalArgument(text))),
  },
  {
    name: 'formatNumber',
    label: 'Format Number',
    signature: 'formatNumber(amount, digits, language)',
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
