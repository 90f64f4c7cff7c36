import type { ExpressionScope } from '../values/scope.ts';
import { textOfValue } from '../values/value-text.ts';
import { evaluateExpression } from './evaluate-expression.ts';

/**
 * The text of a name or a key, which may contain references and formulas. Null for a missing value, a list or an object: they would give
 * different things the same name.
 *
 * @throws ExpressionError
 */
export function evaluateName(text: string, scope: ExpressionScope): string | null {
  const value = evaluateExpression(text, scope);
  return value === null || typeof value === 'object' ? null : textOfValue(value);
}
