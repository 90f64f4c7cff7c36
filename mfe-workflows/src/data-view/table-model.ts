import { isObject } from '@portage/primitives/json';
import { type PathKey, writeKey } from '@portage/workflow';

/** Rows whose members become columns; later rows may have more, which the tree shows. */
const ROWS_READ = 200;
const MOST_COLUMNS = 60;
const MOST_LISTS = 20;
/** Lists deeper than this are found in the tree. */
const DEEPEST = 4;
const MEMBERS_READ = 200;

/** A value as a table. */
export interface DataTable {
  columns: readonly string[];
  rowCount: number;
  /** Columns that aren't shown. */
  hiddenColumns: number;
  /** Undefined if the row has no such member. */
  cell(row: number, column: number): DataCell | undefined;
}

export interface DataCell {
  value: unknown;
  /** The path from the outermost value. */
  keys: readonly PathKey[];
}

/** A list inside a value that can be shown as a table. */
export interface FoundList {
  keys: readonly PathKey[];
  label: string;
  length: number;
}

/** The lists of a value, lists of objects first; empty if it has none. */
export function findLists(value: unknown): FoundList[] {
  const found: (FoundList & { ofObjects: boolean })[] = [];
  collect(value, [], found);
  return found.toSorted((left, right) => Number(right.ofObjects) - Number(left.ofObjects)).map(({ ofObjects: _, ...list }) => list);
}

function collect(value: unknown, keys: readonly PathKey[], found: (FoundList & { ofObjects: boolean })[]): void {
  if (found.length >= MOST_LISTS) return;
  if (Array.isArray(value)) {
    if (value.length === 0) return;
    found.push({ keys, label: keys.map(writeKey).join('').replace(/^\./, ''), length: value.length, ofObjects: isObject(value[0]) });
    return;
  }
  if (!isObject(value) || keys.length >= DEEPEST) return;
  for (const name of Object.keys(value).slice(0, MEMBERS_READ)) collect(value[name], [...keys, name], found);
}

/** A list as a table: one row per item. Items that aren't objects have the only column "Value". */
export function tableOfList(list: readonly unknown[], keys: readonly PathKey[]): DataTable {
  const names = new Set<string>();
  let hasPlain = false;
  for (const item of list.slice(0, ROWS_READ)) {
    if (isObject(item)) for (const name of Object.keys(item)) names.add(name);
    else hasPlain = true;
  }
  const all = [...names];
  const columns = all.slice(0, MOST_COLUMNS);
  if (hasPlain || columns.length === 0) columns.push(VALUE);
  return {
    columns,
    rowCount: list.length,
    hiddenColumns: all.length - Math.min(all.length, MOST_COLUMNS),
    cell(row, column) {
      const item = list[row];
      const name = columns[column];
      if (name === undefined || row >= list.length) return undefined;
      if (isObject(item)) return Object.hasOwn(item, name) ? { value: item[name], keys: [...keys, row, name] } : undefined;
      return name === VALUE ? { value: item, keys: [...keys, row] } : undefined;
    },
  };
}

const VALUE = 'Value';

/** An object as a table with a row per member. @param keys from the value to the object */
export function tableOfObject(object: Readonly<Record<string, unknown>>, keys: readonly PathKey[]): DataTable {
  const names = Object.keys(object);
  return {
    columns: ['Name', VALUE],
    rowCount: names.length,
    hiddenColumns: 0,
    cell(row, column) {
      const name = names[row];
      if (name === undefined) return undefined;
      return { value: column === 0 ? name : object[name], keys: [...keys, name] };
    },
  };
}
