import { ExpressionError, expressionLimits, nameWork } from '../values/expression-error.ts';
import type { MeteredScope } from '../values/scope.ts';
import type { CallNode } from '../values/syntax-tree.ts';
import { tooLong } from '../values/value-text.ts';
import type { WorkBudget } from '../work/work-budget.ts';
import type { Formula } from './formula.ts';
import { ArgumentFault } from './formula-arguments.ts';
import { findFormula } from './formula-table.ts';

const CALL_UNITS = 50;
const CHARACTER_UNITS = 0.6;
const ENTRY_UNITS = 2;

/**
 * The value of a formula.
 * @param values one function per argument, which evaluates it
 * @throws ExpressionError if an argument is invalid, or evaluation needs too much work.
 */
export function callFormula(node: CallNode, values: readonly (() => unknown)[], scope: MeteredScope): unknown {
  const formula = findFormula(node.name);
  if (!formula) throw new ExpressionError(`There is no formula "${node.name}".`, node.position);
  try {
    scope.work.charge(CALL_UNITS);
    if ('evaluateLazily' in formula) return formula.evaluateLazily(values, scope.work);
    const given = values.map((value) => value());
    if (formula.arity.min > 0 && !formula.takesMissing && (given[0] === null || given[0] === undefined)) return null;
    return evaluate(formula, node, given, scope);
  } catch (cause) {
    throw nameWork(cause, node.name, node.position);
  }
}

function evaluate(formula: Formula, node: CallNode, given: readonly unknown[], scope: MeteredScope): unknown {
  const { work } = scope;
  try {
    for (const value of given) chargeForSize(value, work);
    const result = formula.evaluate(given, work, scope);
    if (typeof result === 'string' && result.length > expressionLimits.resultLength) throw tooLong(node.position);
    if (!given.includes(result)) chargeForSize(result, work);
    return result;
  } catch (cause) {
    if (cause instanceof ArgumentFault) throw new ExpressionError(`${node.name}: ${cause.message}`, node.position);
    throw cause;
  }
}

/** The cost of reading a text or a list once; for a list the entries, not their contents. */
function chargeForSize(value: unknown, work: WorkBudget): void {
  if (typeof value === 'string') work.charge(value.length * CHARACTER_UNITS);
  else if (Array.isArray(value)) work.charge(value.length * ENTRY_UNITS);
}
