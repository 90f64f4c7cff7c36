import { isObject } from '../openapi/json.ts';

/** Whether two JSON values mean the same, whatever the order of members. */
export function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right)) return left.length === right.length && left.every((item, at) => isSame(item, right[at]));
  if (!isObject(left) || !isObject(right)) return false;
  const names = namesOf(left);
  return names.length === namesOf(right).length && names.every((name) => Object.hasOwn(right, name) && isSame(left[name], right[name]));
}

/** JSON has no undefined. */
function namesOf(value: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(value).filter((name) => value[name] !== undefined);
}
