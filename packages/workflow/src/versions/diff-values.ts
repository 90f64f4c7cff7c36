import { isListOrObject, isSameJson } from '@portage/primitives/json';

/** Levels that are compared separately; deeper values are compared whole (spec EDIT-27). */
const DEPTH_LIMIT = 30;

/**
 * Finds what differs between two JSON values, member by member and item by item.
 *
 * @param note gets each difference's path, such as `lines[0].price`, with both values; an absent member is undefined
 */
export function diffValues(
  old: unknown,
  now: unknown,
  note: (path: string, old: unknown, now: unknown) => void,
  path = '',
  depth = 0,
): void {
  if (old === now) return;
  if (!isListOrObject(old) || !isListOrObject(now) || Array.isArray(old) !== Array.isArray(now)) {
    note(path, old, now);
    return;
  }
  if (depth >= DEPTH_LIMIT) {
    if (!isSameJson(old, now)) note(path, old, now);
    return;
  }
  for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
    diffValues(own(old, key), own(now, key), note, pathTo(path, key, Array.isArray(now)), depth + 1);
  }
}

function own(holder: object, key: string): unknown {
  return Object.getOwnPropertyDescriptor(holder, key)?.value;
}

function pathTo(path: string, key: string, inList: boolean): string {
  if (inList) return `${path}[${key}]`;
  return path ? `${path}.${key}` : key;
}
