import { ExpressionError, expressionLimits } from './expression-error.ts';

/**
 * A value as text: nothing for null, objects and arrays as JSON.
 *
 * @throws ExpressionError for values that JSON cannot hold (cycles, BigInt) and for more text than is allowed.
 */
export function textOfValue(value: unknown, position = 0): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? jsonOfValue(value, position) : String(value);
  return withinLimit(text, position);
}

/** The value as JSON; null for undefined. @throws ExpressionError as textOfValue. */
export function jsonOfValue(value: unknown, position = 0): string {
  try {
    return withinLimit(JSON.stringify(value ?? null) ?? 'null', position);
  } catch (cause) {
    if (cause instanceof ExpressionError) throw cause;
    throw new ExpressionError('The value cannot be written as text.', position);
  }
}

function withinLimit(text: string, position: number): string {
  if (text.length > expressionLimits.resultLength) throw tooLong(position);
  return text;
}

/** The error for a result past `expressionLimits.resultLength`. */
export function tooLong(position: number): ExpressionError {
  return new ExpressionError(`The text is longer than ${expressionLimits.resultLength.toLocaleString('en')} characters.`, position);
}
