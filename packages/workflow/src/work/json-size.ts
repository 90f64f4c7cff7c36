import { isListOrObject } from '@portage/primitives/json';
import type { WorkBudget } from './work-budget.ts';

const NODE_UNITS = 6;
const CHARACTER_UNITS = 0.4;
const MEMBER_UNITS = 6;
/** Writing JSON compares each object with its ancestors. */
const DEPTH_UNITS = 0.2;
/** The engine stores an object with this many members as a table, and reading its names takes ten times as long. */
const LARGE_OBJECT = 500;
const LARGE_MEMBER_UNITS = 80;

/** Deeper values can't be written as JSON anyway. A cyclic value is infinitely deep. */
const DEEPEST = 5_000;

/**
 * Charges for reading a value completely, and for writing it as JSON. A value contained several times counts that many times, as in its
 * JSON.
 *
 * @returns the minimum length of its JSON, in characters
 * @throws RangeError for a cyclic value
 * @throws BudgetExceeded before much more than the budget is used
 */
export function chargeForJson(value: unknown, work: WorkBudget): number {
  if (!isListOrObject(value)) return chargeForScalar(value, work);
  let length = 0;
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) throw new RangeError('The value is nested too deeply');
    const next: unknown[] = [];
    for (const member of level) {
      if (!isListOrObject(member)) length += chargeForScalar(member, work);
      else if (Array.isArray(member)) {
        work.charge(member.length + depth * DEPTH_UNITS);
        length += member.length + 1;
        for (const entry of member) next.push(entry);
      } else {
        work.charge(depth * DEPTH_UNITS);
        for (const name of ownNames(member, work)) {
          length += name.length + 4;
          next.push((member as Record<string, unknown>)[name]);
        }
      }
    }
    level = next;
  }
  return length;
}

function chargeForScalar(value: unknown, work: WorkBudget): number {
  const characters = typeof value === 'string' ? value.length : 0;
  work.charge(NODE_UNITS + characters * CHARACTER_UNITS);
  return typeof value === 'string' ? characters + 2 : 1;
}

/** The names of an object's members. @throws BudgetExceeded */
export function ownNames(object: object, work: WorkBudget): string[] {
  const names = Object.keys(object);
  work.charge(NODE_UNITS + names.length * (names.length > LARGE_OBJECT ? LARGE_MEMBER_UNITS : MEMBER_UNITS));
  return names;
}
