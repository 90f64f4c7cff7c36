import { formatCount } from '../text/format.ts';
export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null' | 'other';

export function getJsonKind(value: unknown): JsonKind {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  switch (typeof value) {
    case 'object':
      return 'object';
    case 'string':
      return 'string';
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    default:
      return 'other';
  }
}

/** Children shown without grouping; more are put into ranges that open separately. */
export const GROUP_SIZE = 100;

export interface IndexRange {
  /** First and last index, both inclusive. */
  from: number;
  to: number;
}

/** Splits `from..to` into at most a hundred ranges of equal size, the last one shorter; nested ranges split again. */
export function splitRange({ from, to }: IndexRange): IndexRange[] {
  const count = to - from + 1;
  let width = GROUP_SIZE;
  while (count / width > GROUP_SIZE) width *= GROUP_SIZE;
  const ranges: IndexRange[] = [];
  for (let start = from; start <= to; start += width) ranges.push({ from: start, to: Math.min(start + width - 1, to) });
  return ranges;
}

/** "3 items", "1 field". */
export function sizeText(kind: 'object' | 'array', count: number): string {
  return formatCount(count, kind === 'array' ? 'item' : 'field');
}

/** The text that Copy puts on the clipboard. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? String(value);
}

/** A text counts as one member per this many letters. */
const LETTERS_OF_ONE = 300;

/** How many members a value has on all levels, including itself; counting stops at `most`. */
export function membersUpTo(value: unknown, most: number): number {
  if (typeof value === 'string') return Math.min(most, 1 + Math.floor(value.length / LETTERS_OF_ONE));
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  for (const name in value) {
    if (count >= most) break;
    count += membersUpTo((value as Record<string, unknown>)[name], most - count);
  }
  return count;
}
