import { DAY_MS, HOUR_MS, MINUTE_MS } from '@portage/primitives/durations';
import { formatDate } from '../dates/format-date.ts';
import { ExpressionError } from '../expressions/expression-error.ts';
import type { ExpressionScope } from '../expressions/scope.ts';
import type { CallNode } from '../expressions/syntax-tree.ts';
import { textOfValue } from '../expressions/value-text.ts';
import { add, divide, having, multiply, nonZero, positive, subtract, sumOf } from './amount-formulas.ts';
import { ArgumentFault, dateArgument, instantWithin, numberArgument } from './formula-arguments.ts';
import { type FormulaName, formulas } from './formula-table.ts';

type Formula = (values: readonly unknown[], scope: ExpressionScope) => unknown;

const implementations: Record<FormulaName, Formula> = {
  utcNow: (_values, scope) => scope.now().toISOString(),
  utcToday: (_values, scope) => `${scope.now().toISOString().slice(0, 10)}T00:00:00.000Z`,
  addDays: shift(DAY_MS),
  addHours: shift(HOUR_MS),
  addMinutes: shift(MINUTE_MS),
  formatDate: ([date, pattern]) => formatDate(dateArgument(date), textOfValue(pattern)),
  formatDateIso: ([date]) => dateArgument(date).toISOString(),
  formatDateUnixSecs: ([date]) => Math.floor(dateArgument(date).getTime() / 1000),
  amountFromCents: ([cents]) => numberArgument(cents) / 100,
  add,
  subtract,
  multiply,
  divide,
  positive,
  nonZero,
  sumOf,
  having,
  toLowerCase: ([text]) => textOfValue(text).toLowerCase(),
  toUpperCase: ([text]) => textOfValue(text).toUpperCase(),
  subString: ([text, start, length]) => subString(textOfValue(text), numberArgument(start), length ?? null),
  nullIfEmpty: ([value]) => (isBlank(value) ? null : value),
  firstFilled: (values) => values.find((value) => !isBlank(value)) ?? null,
  joinTexts: ([separator, ...texts]) =>
    texts
      .filter((text) => !isBlank(text))
      .map(textOfValue)
      .join(textOfValue(separator)),
  ifEqual: ([value, other, then, otherwise]) => (textOfValue(value) === textOfValue(other) ? then : (otherwise ?? null)),
};

/** A formula whose point is to go on without a value. */
const takesMissing: readonly FormulaName[] = ['firstFilled'];

function isBlank(value: unknown): boolean {
  return textOfValue(value).trim() === '';
}

function shift(unitMs: number): Formula {
  return ([date, count]) => new Date(instantWithin(dateArgument(date).getTime() + numberArgument(count) * unitMs)).toISOString();
}

/** Counts UTF-16 units, as scripts do, but never cuts a character in two: one that lies across an end is left out. */
function subString(text: string, start: number, length: unknown): string {
  const from = Math.max(0, Math.trunc(start));
  const to = length === null ? text.length : from + Math.max(0, Math.trunc(numberArgument(length)));
  return text.slice(isInsidePair(text, from) ? from + 1 : from, isInsidePair(text, to) ? Math.max(from, to - 1) : to);
}

/** Whether this place lies between the two halves of one character. */
function isInsidePair(text: string, at: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, at - 1), at + 1));
}

/**
 * Spec EXPR-08..11. A formula whose first argument is missing gives null, so that an absent value stays absent.
 *
 * @throws ExpressionError when an argument does not fit.
 */
export function callFormula(node: CallNode, values: readonly unknown[], scope: ExpressionScope): unknown {
  const formula = formulas.find(({ name }) => name === node.name);
  if (!formula) throw new ExpressionError(`There is no formula "${node.name}".`, node.position);
  if (formula.arity.min > 0 && !takesMissing.includes(formula.name) && (values[0] === null || values[0] === undefined)) return null;
  try {
    return implementations[formula.name](values, scope);
  } catch (cause) {
    if (cause instanceof ArgumentFault) throw new ExpressionError(`${node.name}: ${cause.message}`, node.position);
    throw cause;
  }
}
