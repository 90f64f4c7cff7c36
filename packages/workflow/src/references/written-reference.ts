import { isIdentifier } from '../expressions/is-identifier.ts';
import type { ReferenceRoot } from '../values/syntax-tree.ts';

/** One part of a path: a member's name, or an item's index. */
export type PathKey = string | number;

/** A path in expression syntax: `Steps["start"].Payload.lines[0].sku`. A step's name is always in brackets (spec EXPR-04). */
export function writePath(root: ReferenceRoot, keys: readonly PathKey[]): string {
  return root + keys.map((key, index) => (root === 'Steps' && index === 0 ? bracketed(key) : writeKey(key))).join('');
}

/** One key, as appended to a path. */
export function writeKey(key: PathKey): string {
  return typeof key === 'string' && isIdentifier(key) ? `.${key}` : bracketed(key);
}

function bracketed(key: PathKey): string {
  return `[${JSON.stringify(key)}]`;
}
