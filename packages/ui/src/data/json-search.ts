import { isOpenAtFirst, isOpenNode, type JsonNode, type OpenState, RANGED_FROM, rangeNode } from './json-rows.ts';
import { splitRange } from './json-tree.ts';

/** Counting stops here. */
export const MOST_MATCHES = 5_000;

/** The path from a member up to the outermost value. */
interface Way {
  container: object;
  name: string;
  /** Index among the parent's members. */
  at: number;
  up: Way | null;
}

/** A member whose name or value contains the search text; null for the outermost value. */
export type JsonMatch = Way | null;

/** Searches a value member by member and adds matches to `found`. Yields now and then, so that the caller can keep the page responsive. */
export function* searchJson(value: unknown, text: string, found: JsonMatch[]): Generator<undefined> {
  const needle = text.toLowerCase();
  let looked = 0;
  const stack: { value: unknown; way: JsonMatch }[] = [{ value, way: null }];
  while (stack.length > 0 && found.length < MOST_MATCHES) {
    const { value: one, way } = stack.pop() as { value: unknown; way: JsonMatch };
    if (holds(one, way?.name, needle)) found.push(way);
    if (typeof one === 'object' && one !== null) {
      const names = Array.isArray(one) ? null : Object.keys(one);
      const count = names ? names.length : (one as unknown[]).length;
      // In reverse, so that they come off the stack in order.
      for (let at = count - 1; at >= 0; at -= 1) {
        const name = names ? (names[at] as string) : String(at);
        stack.push({ value: (one as Record<string, unknown>)[name], way: { container: one, name, at, up: way } });
      }
      looked += count;
    }
    looked += typeof one === 'string' ? 1 + one.length / 1_000 : 1;
    if (looked < 2_000) continue;
    looked = 0;
    yield;
  }
}

function holds(value: unknown, name: string | undefined, needle: string): boolean {
  if (name?.toLowerCase().includes(needle)) return true;
  if (typeof value === 'object' && value !== null) return false;
  return String(value).toLowerCase().includes(needle);
}

/** The state in which the match is visible: all its ancestors are open. */
export function openTo(match: JsonMatch, state: OpenState): OpenState {
  const toggled = new Set<JsonNode>(state.toggled);
  const ensureOpen = (node: JsonNode, byFirstRule: boolean) => {
    if (isOpenNode(node, byFirstRule, { ...state, toggled })) return;
    if (toggled.has(node)) toggled.delete(node);
    else toggled.add(node);
  };
  let depth = 0;
  for (let way = match; way; way = way.up) depth += 1;
  for (let way = match; way; way = way.up) {
    depth -= 1;
    const count = Array.isArray(way.container) ? way.container.length : Object.keys(way.container).length;
    ensureOpen(way.container, isOpenAtFirst(depth, count, state.openLevels));
    for (let range = { from: 0, to: count - 1 }; range.to - range.from + 1 > RANGED_FROM; ) {
      const { at } = way;
      const part = splitRange(range).find(({ from, to }) => at >= from && at <= to);
      if (!part) break;
      ensureOpen(rangeNode(way.container, part), false);
      range = part;
    }
  }
  return { ...state, toggled };
}
