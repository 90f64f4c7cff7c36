import { isObject } from '@portage/primitives/json';
import { equalValues, isEmptyValue, orderOfValues } from '../conditions/compare-values.ts';
import { compareValues } from '../conditions/condition-operators.ts';
import type { Formula } from './formula.ts';
import { ArgumentFault, listArgument, MOST_ENTRIES, numberArgument, shown, textArgument, valueAt } from './formula-arguments.ts';

export const listFormulas = [
  {
    name: 'count',
    label: 'Count',
    group: 'Lists',
    signature: 'count(value)',
    arity: { min: 1, max: 1 },
    firstForm: ['count(', 'null', ')'],
    evaluate: ([value]) => {
      if (Array.isArray(value)) return value.length;
      return isObject(value) ? Object.keys(value).length : [...textArgument(value)].length;
    },
  },
  {
    name: 'first',
    label: 'First',
    group: 'Lists',
    signature: 'first(list)',
    arity: { min: 1, max: 1 },
    firstForm: ['first(', 'null', ')'],
    evaluate: ([list]) => listArgument(list)[0] ?? null,
  },
  {
    name: 'last',
    label: 'Last',
    group: 'Lists',
    signature: 'last(list)',
    arity: { min: 1, max: 1 },
    firstForm: ['last(', 'null', ')'],
    evaluate: ([list]) => listArgument(list).at(-1) ?? null,
  },
  {
    name: 'slice',
    label: 'Slice',
    group: 'Lists',
    signature: 'slice(list, start, count)',
    arity: { min: 2, max: 3 },
    firstForm: ['slice(', 'null', ', 0, 10)'],
    evaluate: ([list, start, count]) => {
      const from = Math.max(0, Math.trunc(numberArgument(start)));
      return listArgument(list).slice(from, count === undefined ? undefined : from + Math.max(0, Math.trunc(numberArgument(count))));
    },
  },
  {
    name: 'reverse',
    label: 'Reverse',
    group: 'Lists',
    signature: 'reverse(list)',
    arity: { min: 1, max: 1 },
    firstForm: ['reverse(', 'null', ')'],
    evaluate: ([list]) => listArgument(list).toReversed(),
  },
  {
    name: 'valuesOf',
    label: 'Values Of',
    group: 'Lists',
    signature: 'valuesOf(list, "path")',
    arity: { min: 2, max: 2 },
    firstForm: ['valuesOf(', 'null', ', "name")'],
    evaluate: ([list, path]) => listArgument(list).map((entry) => valueAt(entry, path) ?? null),
  },
  {
    name: 'having',
    label: 'Having',
    group: 'Lists',
    signature: 'having(list, "path")',
    arity: { min: 2, max: 2 },
    firstForm: ['having(', 'null', ', "id")'],
    evaluate: ([list, path]) => listArgument(list).filter((entry) => hasValue(valueAt(entry, path))),
  },
  {
    name: 'where',
    label: 'Where',
    group: 'Lists',
    signature: 'where(list, "path", value)',
    arity: { min: 3, max: 3 },
    firstForm: ['where(', 'null', ', "status", "open")'],
    evaluate: ([list, path, value]) => listArgument(list).filter((entry) => equalValues(valueAt(entry, path), value)),
  },
  {
    name: 'findIn',
    label: 'Find In',
    group: 'Lists',
    signature: 'findIn(list, "path", value)',
    arity: { min: 3, max: 3 },
    firstForm: ['findIn(', 'null', ', "id", "")'],
    evaluate: ([list, path, value]) => listArgument(list).find((entry) => equalValues(valueAt(entry, path), value)) ?? null,
  },
  {
    name: 'sortBy',
    label: 'Sort By',
    group: 'Lists',
    signature: 'sortBy(list, "path", "descending")',
    arity: { min: 2, max: 3 },
    firstForm: ['sortBy(', 'null', ', "name")'],
    evaluate: ([list, path, direction]) => sortBy(listArgument(list), path, direction),
  },
  {
    name: 'unique',
    label: 'Unique',
    group: 'Lists',
    signature: 'unique(list, "path")',
    arity: { min: 1, max: 2 },
    firstForm: ['unique(', 'null', ')'],
    evaluate: ([list, path]) => unique(listArgument(list), path),
  },
  {
    name: 'mergeLists',
    label: 'Merge Lists',
    group: 'Lists',
    signature: 'mergeLists(list, more)',
    arity: { min: 2, max: 10 },
    firstForm: ['mergeLists(', 'null', ', null)'],
    takesMissing: true,
    evaluate: (lists) => {
      const given = lists.filter((list) => list !== null && list !== undefined).map(listArgument);
      if (given.reduce((sum, { length }) => sum + length, 0) > MOST_ENTRIES) {
        throw new ArgumentFault(`The lists have more than ${MOST_ENTRIES} entries together.`);
      }
      return given.flat(1);
    },
  },
  {
    name: 'listOf',
    label: 'List Of',
    group: 'Lists',
    signature: 'listOf(value, value)',
    arity: { min: 1, max: 20 },
    firstForm: ['listOf(', '""', ', "")'],
    takesMissing: true,
    evaluate: (values) => values.map((value) => value ?? null),
  },
  {
    name: 'contains',
    label: 'Contains',
    group: 'Lists',
    signature: 'contains(value, part)',
    arity: { min: 2, max: 2 },
    firstForm: ['contains(', 'null', ', "")'],
    takesMissing: true,
    evaluate: ([value, part]) => compareValues(value, 'Contains', part),
  },
  {
    name: 'keysOf',
    label: 'Keys Of',
    group: 'Lists',
    signature: 'keysOf(object)',
    arity: { min: 1, max: 1 },
    firstForm: ['keysOf(', 'null', ')'],
    evaluate: ([object]) => {
      if (!isObject(object)) throw new ArgumentFault(`${shown(object)} is not an object.`);
      return Object.keys(object);
    },
  },
  {
    name: 'valueAt',
    label: 'Value At',
    group: 'Lists',
    signature: 'valueAt(object, "path")',
    arity: { min: 2, max: 2 },
    firstForm: ['valueAt(', 'null', ', "address.city")'],
    evaluate: ([object, path]) => valueAt(object, path) ?? null,
  },
] as const satisfies readonly Formula[];

function hasValue(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '';
}

/** Entries without a value come last in both directions. Entries that are equal keep their order. */
function sortBy(list: readonly unknown[], path: unknown, direction: unknown): unknown[] {
  const sign = directionSign(direction);
  const keyed = list.map((entry) => ({ entry, key: valueAt(entry, path) }));
  const [filled, empty] = [keyed.filter(({ key }) => !isEmptyValue(key)), keyed.filter(({ key }) => isEmptyValue(key))];
  filled.sort((left, right) => sign * (orderOfValues(left.key, right.key) ?? 0));
  return [...filled, ...empty].map(({ entry }) => entry);
}

function directionSign(direction: unknown): 1 | -1 {
  const text = textArgument(direction).trim().toLowerCase();
  if (text === '' || text === 'ascending') return 1;
  if (text === 'descending') return -1;
  throw new ArgumentFault(`${shown(direction)} is neither "ascending" nor "descending".`);
}

/** The first of entries that are equal, or have an equal value at the path. */
function unique(list: readonly unknown[], path: unknown): unknown[] {
  const seen = new Set<string>();
  return list.filter((entry) => {
    const key = JSON.stringify((path === undefined ? entry : valueAt(entry, path)) ?? null);
    return !seen.has(key) && seen.add(key);
  });
}
