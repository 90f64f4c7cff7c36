import { compareValues } from '../comparing/condition-operators.ts';
import { evaluateExpression } from '../expressions/evaluate-expression.ts';
import { parseExpression } from '../expressions/parse-expression.ts';
import { unaryConditionOperators } from '../model/values.ts';
import type { Condition, ConditionGroup } from '../step-types/branch-schema.ts';
import { nameWork } from '../values/expression-error.ts';
import { type ExpressionScope, metered } from '../values/scope.ts';

/** @throws ExpressionError if a side can't be evaluated, or the comparison needs too much work. */
export function evaluateCondition(condition: Condition, given: ExpressionScope): boolean {
  const scope = metered(given);
  const left = evaluateSide(condition.leftExpression, scope);
  // The form hides a leftover right side of a unary operator (spec STEP-57); it must not fail a run.
  const hasRight = condition.rightExpression && !unaryConditionOperators.includes(condition.operator);
  const right = hasRight ? evaluateSide(condition.rightExpression ?? '', scope) : null;
  try {
    return compareValues(left, condition.operator, right, scope.work);
  } catch (cause) {
    throw nameWork(cause, `The operator ${condition.operator}`, 0);
  }
}

/** A number written by the author is a number: `100` equals the text `100.00` of a payload. */
function evaluateSide(expression: string, scope: ExpressionScope): unknown {
  const value = evaluateExpression(expression, scope);
  return typeof value === 'string' ? (parseExpression(expression).literal ?? value) : value;
}

/**
 * Whether a branch takes this group (spec ENG-10, ENG-11): And or Or over its conditions, in order, with short-circuiting; a group without
 * conditions holds. A group with `useScript` is for the engine: it runs the script and reads the value with isTrueValue.
 *
 * @throws ExpressionError
 */
export function evaluateConditionGroup(group: Pick<ConditionGroup, 'conditions' | 'logicalOperator'>, given: ExpressionScope): boolean {
  const conditions = group.conditions ?? [];
  if (conditions.length === 0) return true;
  const scope = metered(given);
  const holds = (condition: Condition) => evaluateCondition(condition, scope);
  return group.logicalOperator === 'Or' ? conditions.some(holds) : conditions.every(holds);
}
