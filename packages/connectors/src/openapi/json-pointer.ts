import { member } from './json.ts';

/** Something of the document, and where it stands there. */
export interface Located {
  value: unknown;
  /** `#/components/schemas/Pet`. */
  pointer: string;
}

/** References that lead to references: more of them are a circle, or meant to harm. */
const MAX_HOPS = 50;

/** The pointer of a member. */
export function below(pointer: string, ...names: readonly (string | number)[]): string {
  return [pointer, ...names.map((name) => String(name).replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('%', '%25'))].join('/');
}

/** What stands at a pointer within the document; undefined where nothing does, or where it leads outside. */
export function atPointer(document: unknown, pointer: string): unknown {
  if (pointer === '#') return document;
  if (!pointer.startsWith('#/')) return undefined;
  let value = document;
  for (const part of pointer.slice(2).split('/')) {
    value = member(value, decode(part));
    if (value === undefined) return undefined;
  }
  return value;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return part;
  }
}

/** Follows `$ref` to what it means. References into other documents are never fetched. Null: it leads nowhere. */
export function follow(document: unknown, { value, pointer }: Located): Located | null {
  let found: Located = { value, pointer };
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    const reference = member(found.value, '$ref');
    if (typeof reference !== 'string') return found;
    const target = atPointer(document, reference);
    if (target === undefined) return null;
    found = { value: target, pointer: reference };
  }
  return null;
}
