import { endOfString, isName } from '@portage/primitives/exact-json';
import { EACH } from '@portage/primitives/paths';

/**
 * The first name of a path that one object on it has more than once: `JSON.parse` keeps only the last value. The path goes through all
 * entries of a list.
 *
 * @param json text that `JSON.parse` accepts
 */
export function findRepeatedName(json: string, path: readonly string[]): string | null {
  const names = path.filter((name) => name !== EACH && !/^\d+$/.test(name));
  if (names.length === 0) return null;
  const mayRepeat = (name: string) => json.indexOf(JSON.stringify(name)) !== json.lastIndexOf(JSON.stringify(name));
  // An escaped name looks different each time.
  if (!names.some(mayRepeat) && !json.includes('\\u')) return null;
  /** Each open list or object. `depth`: how many names lead to it; infinite: it isn't on the path. */
  const open: { isList: boolean; depth: number; hasName: boolean }[] = [];
  let valueDepth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    const holder = open.at(-1);
    if (character === '{' || character === '[') {
      open.push({ isList: character === '[', depth: holder?.isList ? holder.depth : valueDepth, hasName: false });
    } else if (character === '}' || character === ']') {
      open.pop();
    } else if (character === '"') {
      const start = at;
      at = endOfString(json, start);
      if (!holder || holder.isList || !isName(json, at + 1)) continue;
      const name = names[holder.depth];
      const isOnPath = name !== undefined && JSON.parse(json.slice(start, at + 1)) === name;
      if (isOnPath && holder.hasName) return name;
      holder.hasName ||= isOnPath;
      valueDepth = isOnPath ? holder.depth + 1 : Number.POSITIVE_INFINITY;
    }
  }
  return null;
}
