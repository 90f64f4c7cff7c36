import { chargeForJson } from '../work/json-size.ts';
import { BudgetExceeded, WorkBudget } from '../work/work-budget.ts';
import { ExpressionError, expressionLimits, nameWork } from './expression-error.ts';

/**
 * A value as text: empty for null, JSON for objects and arrays.
 *
 * @throws ExpressionError for values that JSON can't represent (cycles, BigInt) and for more text than is allowed.
 */
export function textOfValue(value: unknown, position = 0, work?: WorkBudget): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return withinLimit(String(value), position);
  if (work) return jsonOfValue(value, position, work);
  try {
    return jsonOfValue(value, position, new WorkBudget());
  } catch (cause) {
    throw nameWork(cause, 'Writing an object or a list as text', position);
  }
}

/** The value as JSON; null for undefined. @throws ExpressionError as textOfValue, BudgetExceeded. */
export function jsonOfValue(value: unknown, position: number, work: WorkBudget): string {
  try {
    // Before it is written: a value may contain another many times.
    if (chargeForJson(value, work) > expressionLimits.resultLength) throw tooLong(position);
    return withinLimit(JSON.stringify(value ?? null) ?? 'null', position);
  } catch (cause) {
    if (cause instanceof ExpressionError || cause instanceof BudgetExceeded) throw cause;
    throw new ExpressionError('The value cannot be written as text.', position);
  }
}

/** @throws ExpressionError for more text than an evaluation may produce */
export function withinLimit(text: string, position: number): string {
  if (text.length > expressionLimits.resultLength) throw tooLong(position);
  return text;
}

/** The error for a result past `expressionLimits.resultLength`. */
export function tooLong(position: number): ExpressionError {
  return new ExpressionError(`The text is longer than ${expressionLimits.resultLength.toLocaleString('en')} characters.`, position);
}
