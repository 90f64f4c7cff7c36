import { textOfValue } from '../expressions/value-text.ts';
import type { ConditionOperator } from '../model/values.ts';
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
