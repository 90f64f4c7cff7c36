import type { ConditionOperator } from '../model/values.ts';
import { textOfValue } from '../values/value-text.ts';
import { TextSearch } from '../work/text-search.ts';
import { WorkBudget } from '../work/work-budget.ts';
import { Comparable } from './comparable.ts';
import { areEqual, equalValues, isEmptyValue, isFalseValue, isTrueValue, orderOfValues } from './compare-values.ts';

type Holds = (left: unknown, right: unknown, work: WorkBudget) => boolean;

const ENTRY_UNITS = 5;
const COMPARING_UNITS = 0.1;

const operators: Record<ConditionOperator, Holds> = {
  Empty: (left, _right, work) => isEmptyValue(left, work),
  NotEmpty: (left, _right, work) => !isEmptyValue(left, work),
  Equals: equalValues,
  NotEquals: (left, right, work) => !equalValues(left, right, work),
  LessThan: ordered((order) => order < 0),
  LessThanOrEqual: ordered((order) => order <= 0),
  GreaterThan: ordered((order) => order > 0),
  GreaterOrEqual: ordered((order) => order >= 0),
  Contains: contains,
  NotContains: (left, right, work) => !contains(left, right, work),
  StartsWith: (left, right, work) => (Array.isArray(left) ? edgeIs(left, 0, right, work) : hasEdge(left, right, 'startsWith', work)),
  EndsWith: (left, right, work) => (Array.isArray(left) ? edgeIs(left, -1, right, work) : hasEdge(left, right, 'endsWith', work)),
  IsTrue: (left, _right, work) => isTrueValue(left, work),
  IsFalse: (left, _right, work) => isFalseValue(left, work),
};

function ordered(holds: (order: number) => boolean): Holds {
  return (left, right, work) => {
    const order = orderOfValues(left, right, work);
    return order !== null && holds(order);
  };
}

/** Whether a list contains an item, an object a key, or a text a non-empty part. */
function contains(left: unknown, right: unknown, work: WorkBudget): boolean {
  if (Array.isArray(left)) {
    const wanted = new Comparable(right, work);
    return left.some((item) => {
      work.charge(ENTRY_UNITS);
      return areEqual(new Comparable(item, work), wanted, work);
    });
  }
  const part = textOfValue(right, 0, work);
  if (typeof left === 'object' && left !== null) {
    work.charge(part.length);
    return Object.hasOwn(left, part);
  }
  return part !== '' && new TextSearch(part, work).next(textOfValue(left, 0, work)) >= 0;
}

function edgeIs(list: readonly unknown[], at: number, right: unknown, work: WorkBudget): boolean {
  return list.length > 0 && equalValues(list.at(at), right, work);
}

function hasEdge(left: unknown, right: unknown, how: 'startsWith' | 'endsWith', work: WorkBudget): boolean {
  const part = textOfValue(right, 0, work);
  const text = textOfValue(left, 0, work);
  work.charge(part.length * COMPARING_UNITS);
  return part !== '' && text[how](part);
}

/** Compares two values (spec STEP-56; docs/guide/expressions.md has the table). @throws BudgetExceeded */
export function compareValues(left: unknown, operator: ConditionOperator, right: unknown, work = new WorkBudget()): boolean {
  return operators[operator](left, right, work);
}
