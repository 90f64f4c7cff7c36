import { type PathSegment, parsePath } from '@portage/primitives/paths';
import type { ExtractedOperation } from '../extracted/extracted.ts';
import { isObject } from '../json/json.ts';

/** A response with its items replaced. Unchanged if it has no list. */
export function withItems({ paging }: ExtractedOperation, body: unknown, items: readonly unknown[]): unknown {
  const segments = paging?.itemsPath ? (parsePath(paging.itemsPath) ?? []) : [];
  return replaced(body, segments, items);
}

function replaced(holder: unknown, [segment, ...rest]: readonly PathSegment[], items: readonly unknown[]): unknown {
  if (segment === undefined) return Array.isArray(holder) ? items : holder;
  if (typeof segment === 'number')
    return Array.isArray(holder) ? holder.map((one, at) => (at === segment ? replaced(one, rest, items) : one)) : holder;
  if (!isObject(holder) || !Object.hasOwn(holder, segment)) return holder;
  return { ...holder, [segment]: replaced(holder[segment], rest, items) };
}
