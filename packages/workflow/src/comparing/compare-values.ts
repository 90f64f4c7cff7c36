import { isSameJson } from '@portage/primitives/json';
import { ownNames } from '../work/json-size.ts';
import { WorkBudget } from '../work/work-budget.ts';
import { Comparable } from './comparable.ts';

const TRIMMING_UNITS = 0.3;
/** Cost of a member of a compared object. */
const MEMBER_UNITS = 15;
const LARGE_OBJECT = 500;
const LARGE_MEMBER_UNITS = 60;

/** Null, a blank text, an empty list or object (0 and false are values). */
export function isEmptyValue(value: unknown, work = new WorkBudget()): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return trimmed(value, work) === '';
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && ownNames(value, work).length === 0;
}

/** true, "true" in any letter case, 1 and "1". The value of a branch script is also read this way. */
export function isTrueValue(value: unknown, work = new WorkBudget()): boolean {
  return value === true || value === 1 || (typeof value === 'string' && /^(true|1)$/i.test(trimmed(value, work)));
}

/** false, "false" in any letter case, 0, "0", and empty values: a missing flag isn't set. */
export function isFalseValue(value: unknown, work = new WorkBudget()): boolean {
  return (
    value === null ||
    value === undefined ||
    value === false ||
    value === 0 ||
    (typeof value === 'string' && /^(false|0|)$/i.test(trimmed(value, work)))
  );
}

/** A number equals a text that contains it, ISO dates the same instant, other texts the same text (docs/guide/expressions.md). */
export function equalValues(left: unknown, right: unknown, work = new WorkBudget()): boolean {
  return areEqual(new Comparable(left, work), new Comparable(right, work), work);
}

/** The same for values that are compared with several others. */
export function areEqual(left: Comparable, right: Comparable, work: WorkBudget): boolean {
  if (left.isListOrObject && right.isListOrObject) return isSameJson(left.value, right.value, (members) => chargeForMembers(members, work));
  if (typeof left.value === 'boolean' || typeof right.value === 'boolean') {
    return left.text.length === right.text.length && left.text.toLowerCase() === right.text.toLowerCase();
  }
  return left.equalAsNumbersOrDates(right) ?? left.hasSameText(right);
}

/** @returns below, at or above zero; null if the two have no order (one is missing, a list or an object). */
export function orderOfValues(left: unknown, right: unknown, work = new WorkBudget()): number | null {
  if (isEmptyValue(left, work) || isEmptyValue(right, work)) return null;
  return compareOrder(new Comparable(left, work), new Comparable(right, work));
}

/** The same for non-empty values that are compared with several others. */
export function compareOrder(left: Comparable, right: Comparable): number | null {
  if (left.isListOrObject || right.isListOrObject) return null;
  return left.orderAsNumbersOrDates(right) ?? left.orderAsTexts(right);
}

function chargeForMembers(members: number, work: WorkBudget): void {
  work.charge((members + 1) * (members > LARGE_OBJECT ? LARGE_MEMBER_UNITS : MEMBER_UNITS));
}

function trimmed(text: string, work: WorkBudget): string {
  work.charge(text.length * TRIMMING_UNITS);
  return text.trim();
}
