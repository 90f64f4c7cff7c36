import { EACH, readPath } from '@portage/primitives/paths';
import { isObject, member } from '../json/json.ts';

/** Describes what a response contains instead of its list. */
export interface NoList {
  /** How far the response could be followed: the names of objects, `[]` for the entries of a list. */
  path: readonly string[];
  /** The object that should have the next name; undefined for the whole response. */
  holder: unknown;
  value: unknown;
  /** Whether the list itself should be here, instead of an object that contains it. */
  isListPlace: boolean;
}

export interface FoundList {
  items: readonly unknown[];
  /** The outermost list along the path, by which a system counts pages: the products of `products[].variants[]`. */
  entries: readonly unknown[];
  /** The object that has the list without entries, for a list that isn't the whole response. */
  emptyIn?: unknown;
  /** The first list where the path has only a name, so that it may be meant for an object. */
  implied?: NoList;
}

/** Whether a missing list counts as an empty list (`empty`) or as one record (`record`). Null: it's an error. */
export type JudgeNoList = (found: NoList) => 'empty' | 'record' | null;

/**
 * The list at a path. `[]` goes through a list, and so does a name after a list. If a path goes through a list, its last values
 * are entries or lists of them: `tables[].fields`, `edges[].node`.
 *
 * @param path '' is the whole response
 * @returns otherwise, the first position without a list that `judge` doesn't excuse
 */
export function listIn(body: unknown, path: string, judge: JudgeNoList): FoundList | NoList {
  const items: unknown[] = [];
  let entries: readonly unknown[] | null = null;
  let emptyIn: unknown;
  let implied: NoList | undefined;
  const names = readPath(path);
  const fault = walk({ path: [], holder: undefined, value: body }, 0);
  return fault ?? { items, entries: entries ?? items, ...(emptyIn === undefined ? {} : { emptyIn }), ...(implied ? { implied } : {}) };

  function walk(at: Omit<NoList, 'isListPlace'>, depth: number): NoList | null {
    const { value } = at;
    const name = names[depth];
    if (Array.isArray(value) && !(name !== undefined && /^\d+$/.test(name))) {
      if (entries === null && value.length === 0) emptyIn = at.holder;
      entries ??= value;
      if (name !== undefined && name !== EACH) implied ??= { ...at, isListPlace: false };
      const next = name === EACH ? depth + 1 : depth;
      if (next >= names.length) {
        for (const one of value) items.push(one);
        return null;
      }
      for (const one of value) {
        const fault = walk({ path: [...at.path, EACH], holder: value, value: one }, next);
        if (fault) return fault;
      }
      return null;
    }
    if (name !== undefined && name !== EACH && (isObject(value) || Array.isArray(value))) {
      return walk({ path: [...at.path, name], holder: value, value: member(value, name) }, depth + 1);
    }
    const place = { ...at, isListPlace: name === undefined || name === EACH };
    const judged = judge(place);
    if (judged === 'record' && name === undefined) items.push(value);
    else if (judged !== 'empty') return place;
    return null;
  }
}

export function isFound(found: FoundList | NoList): found is FoundList {
  return 'items' in found;
}
