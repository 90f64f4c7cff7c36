import { member } from './json.ts';
import { escapeName } from './place.ts';

/** A part of the document with its pointer. */
export interface Located {
  value: unknown;
  /** `#/components/schemas/Pet`. */
  pointer: string;
}

/** Limits references that lead to references: more are circular or malicious. */
const MAX_HOPS = 50;

/** The pointer of a member. */
export function below(pointer: string, ...names: readonly (string | number)[]): string {
  return [pointer, ...names.map(escapeName)].join('/');
}

/** The part of the document at a pointer; undefined if there is none, or if it leads outside. */
export function atPointer(document: unknown, pointer: string): unknown {
  if (pointer === '#') return document;
  if (!pointer.startsWith('#/')) return undefined;
  let value = document;
  for (const part of pointer.slice(2).split('/')) {
    value = member(value, unescapeName(part));
    if (value === undefined) return undefined;
  }
  return value;
}

export function unescapeName(part: string): string {
  if (!/[%~]/.test(part)) return part;
  try {
    return (part.includes('%') ? decodeURIComponent(part) : part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return part;
  }
}

/** Where references are looked up: a whole document, or stored parts of it. */
export interface SchemaSource {
  /** The part at a pointer; undefined if there is none. */
  at(pointer: string): unknown;
}

/** Follows `$ref` to its target. References into other documents are never fetched. Null if it leads nowhere. */
export function follow(source: SchemaSource, { value, pointer }: Located): Located | null {
  let found: Located = { value, pointer };
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    const reference = member(found.value, '$ref');
    if (typeof reference !== 'string') return found;
    const target = source.at(reference);
    if (target === undefined) return null;
    found = { value: target, pointer: reference };
  }
  return null;
}
