import { evaluateExpression } from '../expressions/evaluate-expression.ts';
import type { ExpressionScope } from '../expressions/scope.ts';
import { textOfValue } from '../expressions/value-text.ts';
import { type ConditionOperator, unaryConditionOperators } from '../model/values.ts';
import type { Condition, ConditionGroup } from '../step-types/branch-schema.ts';
import { equalValues, isEmptyValue, isFalseValue, isTrueValue, orderOfValues } from './compare-values.ts';

type Holds = (left: unknown, right: unknown) => boolean;

const operators: Record<ConditionOperator, Holds> = {
  Empty: isEmptyValue,
  NotEmpty: (left) => !isEmptyValue(left),
  Equals: equalValues,
  NotEquals: (left, right) => !equalValues(left, right),
  LessThan: ordered((order) => order < 0),
  LessThanOrEqual: ordered((order) => order <= 0),
  GreaterThan: ordered((order) => order > 0),
  GreaterOrEqual: ordered((order) => order >= 0),
  Contains: contains,
  NotContains: (left, right) => !contains(left, right),
  StartsWith: (left, right) => (Array.isArray(left) ? edgeIs(left, 0, right) : hasText(left, right, 'startsWith')),
  EndsWith: (left, right) => (Array.isArray(left) ? edgeIs(left, -1, right) : hasText(left, right, 'endsWith')),
  IsTrue: isTrueValue,
  IsFalse: isFalseValue,
};

function ordered(holds: (order: number) => boolean): Holds {
  return (left, right) => {
    const order = orderOfValues(left, right);
    return order !== null && holds(order);
  };
}

/** A list contains an item, an object a key, a text a part of it that is not empty. */
function contains(left: unknown, right: unknown): boolean {
  if (Array.isArray(left)) return left.some((item) => equalValues(item, right));
  if (typeof left === 'object' && left !== null) return Object.hasOwn(left, textOfValue(right));
  return hasText(left, right, 'includes');
}

function edgeIs(list: readonly unknown[], at: number, right: unknown): boolean {
  return list.length > 0 && equalValues(list.at(at), right);
}

function hasText(left: unknown, right: unknown, how: 'includes' | 'startsWith' | 'endsWith'): boolean {
  const part = textOfValue(right);
  return part !== '' && textOfValue(left)[how](part);
}

/** Compares two values (spec STEP-56; docs/guide/expressions.md has the table). */
export function compareValues(left: unknown, operator: ConditionOperator, right: unknown): boolean {
  return operators[operator](left, right);
}

/** @throws ExpressionError when a side cannot be evaluated. */
export function evaluateCondition(condition: Condition, scope: ExpressionScope): boolean {
  const left = evaluateExpression(condition.leftExpression, scope);
  // A leftover on the right of a unary operator is hidden (spec STEP-57) and must not fail a run.
  const hasRight = condition.rightExpression && !unaryConditionOperators.includes(condition.operator);
  const right = hasRight ? evaluateExpression(condition.rightExpression ?? '', scope) : null;
  return compareValues(left, condition.operator, right);
}

/**
 * Whether a branch takes this group (spec ENG-10, ENG-11): And or Or over its conditions, in order, no further than
 * needed; a group without conditions holds. A group with `useScript` is for the engine: run its script and read the
 * value with isTrueValue.
 *
 * @throws ExpressionError
 */
export function evaluateConditionGroup(group: Pick<ConditionGroup, 'conditions' | 'logicalOperator'>, scope: ExpressionScope): boolean {
  const conditions = group.conditions ?? [];
  if (conditions.length === 0) return true;
  const holds = (condition: Condition) => evaluateCondition(condition, scope);
  return group.logicalOperator === 'Or' ? conditions.some(holds) : conditions.every(holds);
}
