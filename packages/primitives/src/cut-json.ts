import { cutText } from './cut-text.ts';
import { isListOrObject } from './json.ts';

export interface CutJson {
  json: string;
  isCut: boolean;
}

/** How many members of a list or object and characters of a text are left, from generous to strict. */
const steps: readonly { members: number; characters: number }[] = [
  { members: 1_000, characters: 20_000 },
  { members: 200, characters: 5_000 },
  { members: 50, characters: 1_000 },
  { members: 10, characters: 200 },
  { members: 3, characters: 50 },
];
/** Values below this depth are left out. */
const MOST_DEPTH = 40;

/** A value as JSON of at most this many characters: a longer one keeps its shape, with the first items of its lists and shorter texts. */
export function cutJson(value: unknown, mostCharacters: number): CutJson {
  const whole = JSON.stringify(value) ?? 'null';
  if (whole.length <= mostCharacters) return { json: whole, isCut: false };
  for (const step of steps) {
    const json = JSON.stringify(shorten(value, step, 0));
    if (json.length <= mostCharacters) return { json, isCut: true };
  }
  return { json: Array.isArray(value) ? '[]' : isListOrObject(value) ? '{}' : 'null', isCut: true };
}

function shorten(value: unknown, step: (typeof steps)[number], depth: number): unknown {
  if (typeof value === 'string') return cutText(value, step.characters);
  if (!isListOrObject(value)) return value;
  if (depth === MOST_DEPTH) return null;
  if (Array.isArray(value)) return value.slice(0, step.members).map((item: unknown) => shorten(item, step, depth + 1));
  const members = Object.entries(value).slice(0, step.members);
  return Object.fromEntries(members.map(([name, member]) => [name, shorten(member, step, depth + 1)]));
}
