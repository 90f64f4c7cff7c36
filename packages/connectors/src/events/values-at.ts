import { ExactNumber } from '@portage/primitives/exact-json';
import { EACH, readPath } from '@portage/primitives/paths';
import { member } from '../json/json.ts';

/**
 * All values at a path of a response or a delivery: `data.id`, `errors[0].message`. `[]` goes through a list, and so does a name
 * after a list: `tables[].fields[]`, `errors.message`.
 *
 * @param path '' is the value itself
 */
export function valuesAt(value: unknown, path: string): unknown[] {
  return readPath(path).reduce<unknown[]>((values, segment) => values.flatMap((one) => within(one, segment)), [value]);
}

/** The first value at a path; undefined if there is none. */
export function firstAt(value: unknown, path: string): unknown {
  return valuesAt(value, path)[0];
}

/** The first value at a path as text; null if it isn't a text, number or flag. */
export function textAt(value: unknown, path: string): string | null {
  const found = firstAt(value, path);
  if (typeof found === 'string') return found === '' ? null : found;
  return typeof found === 'number' || typeof found === 'boolean' || found instanceof ExactNumber ? String(found) : null;
}

/** The list at a path: the value there if it's a list, otherwise all values of the path. */
export function listAt(value: unknown, path: string): unknown[] {
  const found = valuesAt(value, path);
  return found.length === 1 && Array.isArray(found[0]) ? found[0] : found;
}

function within(value: unknown, segment: string): unknown[] {
  if (segment === EACH) return Array.isArray(value) ? value : [];
  if (Array.isArray(value) && !/^\d+$/.test(segment)) return value.flatMap((one) => within(one, segment));
  const found = member(value, segment);
  return found === undefined ? [] : [found];
}
