import { ExpressionError } from '../expressions/expression-error.ts';
import type { ExpressionScope } from '../expressions/scope.ts';
import type { CallNode } from '../expressions/syntax-tree.ts';
import { ArgumentFault } from './formula-arguments.ts';
import { formulaOf } from './formula-table.ts';

/**
 * The value of a formula.
 * @param values one function an argument, which works it out
 * @throws ExpressionError when an argument does not fit.
 */
export function callFormula(node: CallNode, values: readonly (() => unknown)[], scope: ExpressionScope): unknown {
  const formula = formulaOf(node.name);
  if (!formula) throw new ExpressionError(`There is no formula "${node.name}".`, node.position);
  if ('evaluateLazily' in formula) return formula.evaluateLazily(values);
  const given = values.map((value) => value());
  if (formula.arity.min > 0 && !formula.takesMissing && (given[0] === null || given[0] === undefined)) return null;
  try {
    return formula.evaluate(given, scope);
  } catch (cause) {
    if (cause instanceof ArgumentFault) throw new ExpressionError(`${node.name}: ${cause.message}`, node.position);
    throw cause;
  }
}
