import { isListOrObject, isObject } from '@portage/primitives/json';
import { Comparable } from '../comparing/comparable.ts';
import { areEqual, compareOrder, isEmptyValue } from '../comparing/compare-values.ts';
import { compareValues } from '../comparing/condition-operators.ts';
import { jsonOfValue } from '../values/value-text.ts';
import { ownNames } from '../work/json-size.ts';
import type { WorkBudget } from '../work/work-budget.ts';
import { countCharacters } from './count-characters.ts';
import type { Formula } from './formula.ts';
import { ArgumentFault, createPathReader, listArgument, MOST_ENTRIES, numberArgument, shown, textArgument } from './formula-arguments.ts';

const COMPARED_UNITS = 20;
const ORDERING_UNITS = 8;

export const listFormulas = [
  {
    name: 'count',
    label: 'Count',
    signature: 'count(value)',
    description: 'The number of entries in a list, members of an object, or characters of a text.',
    synonyms: 'length size how many',
    example: { expression: 'count(Data.orders)', result: '2' },
    arity: { min: 1, max: 1 },
    inWords: ([value]) => `number of ${value}`,
    firstForm: ['count(', 'null', ')'],
    evaluate: ([value], work) => {
      if (Array.isArray(value)) return value.length;
      return isObject(value) ? ownNames(value, work).length : countCharacters(textArgument(value, work));
    },
  },
  {
    name: 'first',
    label: 'First',
    signature: 'first(list)',
    description: 'The first entry of a list, or null.',
    synonyms: 'head limit',
    example: { expression: 'first(listOf("a", "b", "c"))', result: 'a' },
    arity: { min: 1, max: 1 },
    inWords: ([list]) => `first of ${list}`,
    firstForm: ['first(', 'null', ')'],
    evaluate: ([list]) => listArgument(list)[0] ?? null,
  },
  {
    name: 'last',
    label: 'Last',
    signature: 'last(list)',
    description: 'The last entry of a list, or null.',
    synonyms: 'tail end',
    example: { expression: 'last(listOf("a", "b", "c"))', result: 'c' },
    arity: { min: 1, max: 1 },
    inWords: ([list]) => `last of ${list}`,
    firstForm: ['last(', 'null', ')'],
    evaluate: ([list]) => listArgument(list).at(-1) ?? null,
  },
  {
    name: 'slice',
    label: 'Slice',
    signature: 'slice(list, start, count)',
    description: 'Part of a list, from a position counted from 0.',
    synonyms: 'limit top range sublist',
    example: { expression: 'slice(listOf("a", "b", "c"), 0, 2)', result: '["a", "b"]' },
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
    signature: 'reverse(list)',
    description: 'A list from last to first.',
    synonyms: 'order sort backwards',
    example: { expression: 'reverse(listOf("a", "b", "c"))', result: '["c", "b", "a"]' },
    arity: { min: 1, max: 1 },
    firstForm: ['reverse(', 'null', ')'],
    evaluate: ([list]) => listArgument(list).toReversed(),
  },
  {
    name: 'valuesOf',
    label: 'Values Of',
    signature: 'valuesOf(list, "path")',
    description: 'The values at a path, one for each entry of a list.',
    synonyms: 'map pluck column extract',
    example: { expression: 'valuesOf(Data.orders, "id")', result: '["A-1", "A-2"]' },
    arity: { min: 2, max: 2 },
    inWords: ([list, path]) => `${path} of ${list}`,
    firstForm: ['valuesOf(', 'null', ', "name")'],
    evaluate: ([list, path], work) => {
      const read = createPathReader(path, work);
      return listArgument(list).map((entry) => read(entry) ?? null);
    },
  },
  {
    name: 'having',
    label: 'Having',
    signature: 'having(list, "path")',
    description: 'The entries of a list that have a value at a path.',
    synonyms: 'filter exists not empty',
    example: { expression: 'count(having(Data.orders, "note"))', result: '1' },
    arity: { min: 2, max: 2 },
    inWords: ([list, path]) => `${list} with ${path}`,
    firstForm: ['having(', 'null', ', "id")'],
    evaluate: ([list, path], work) => {
      const read = createPathReader(path, work);
      return listArgument(list).filter((entry) => !isEmptyValue(read(entry), work));
    },
  },
  {
    name: 'where',
    label: 'Where',
    signature: 'where(list, "path", value)',
    description: 'The entries of a list whose value at a path is the given one.',
    synonyms: 'filter select matching keep',
    example: { expression: 'valuesOf(where(Data.orders, "status", "open"), "id")', result: '["A-1"]' },
    arity: { min: 3, max: 3 },
    inWords: ([list, path, value]) => `${list} where ${path} = ${value}`,
    firstForm: ['where(', 'null', ', "status", "open")'],
    evaluate: ([list, path, value], work) => listArgument(list).filter(hasAt(path, value, work)),
  },
  {
    name: 'exclude',
    label: 'Exclude',
    signature: 'exclude(list, "path", value)',
    description: 'The entries of a list whose value at a path isn’t the given one.',
    synonyms: 'filter remove without not reject',
    example: { expression: 'valuesOf(exclude(Data.orders, "status", "open"), "id")', result: '["A-2"]' },
    arity: { min: 3, max: 3 },
    inWords: ([list, path, value]) => `${list} where ${path} ≠ ${value}`,
    firstForm: ['exclude(', 'null', ', "status", "closed")'],
    evaluate: ([list, path, value], work) => {
      const isAt = hasAt(path, value, work);
      return listArgument(list).filter((entry) => !isAt(entry));
    },
  },
  {
    name: 'findIn',
    label: 'Find In',
    signature: 'findIn(list, "path", value)',
    description: 'The first entry of a list whose value at a path is the given one, or null.',
    synonyms: 'filter find lookup search',
    example: { expression: 'valueAt(findIn(Data.orders, "id", "A-2"), "status")', result: 'closed' },
    arity: { min: 3, max: 3 },
    inWords: ([list, path, value]) => `first of ${list} where ${path} = ${value}`,
    firstForm: ['findIn(', 'null', ', "id", "")'],
    evaluate: ([list, path, value], work) => listArgument(list).find(hasAt(path, value, work)) ?? null,
  },
  {
    name: 'sortBy',
    label: 'Sort By',
    signature: 'sortBy(list, "path", "descending")',
    description: 'A list sorted by the values at a path.',
    synonyms: 'order ascending descending',
    example: { expression: 'valuesOf(sortBy(Data.orders, "price", "descending"), "id")', result: '["A-1", "A-2"]' },
    arity: { min: 2, max: 3 },
    inWords: ([list, path]) => `${list} by ${path}`,
    firstForm: ['sortBy(', 'null', ', "name")'],
    evaluate: ([list, path, direction], work) => sortBy(listArgument(list), path, direction, work),
  },
  {
    name: 'unique',
    label: 'Unique',
    signature: 'unique(list, "path")',
    description: 'A list without duplicates, compared by the value at a path.',
    synonyms: 'distinct deduplicate remove',
    example: { expression: 'unique(listOf("a", "b", "a"))', result: '["a", "b"]' },
    arity: { min: 1, max: 2 },
    firstForm: ['unique(', 'null', ')'],
    evaluate: ([list, path], work) => unique(listArgument(list), path, work),
  },
  {
    name: 'mergeLists',
    label: 'Merge Lists',
    signature: 'mergeLists(list, more)',
    description: 'One list of the entries of several; missing lists are ignored.',
    synonyms: 'merge concat combine append join',
    example: { expression: 'mergeLists(listOf("a"), listOf("b", "c"))', result: '["a", "b", "c"]' },
    arity: { min: 2, max: 10 },
    inWords: (lists) => lists.join(' and '),
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
    signature: 'listOf(value, value)',
    description: 'A list of the given values.',
    synonyms: 'array create make',
    example: { expression: 'listOf("a", "b")', result: '["a", "b"]' },
    arity: { min: 1, max: 20 },
    inWords: (values) => values.join(', '),
    firstForm: ['listOf(', '""', ', "")'],
    takesMissing: true,
    evaluate: (values) => values.map((value) => value ?? null),
  },
  {
    name: 'contains',
    label: 'Contains',
    signature: 'contains(value, part)',
    description: 'Whether a list, an object or a text contains a value.',
    synonyms: 'includes has in search',
    example: { expression: 'contains(listOf("new", "vip"), "vip")', result: 'true' },
    arity: { min: 2, max: 2 },
    inWords: ([value, part]) => `${value} contains ${part}`,
    firstForm: ['contains(', 'null', ', "")'],
    takesMissing: true,
    evaluate: ([value, part], work) => compareValues(value, 'Contains', part, work),
  },
  {
    name: 'keysOf',
    label: 'Keys Of',
    signature: 'keysOf(object)',
    description: 'The names of an object’s members.',
    synonyms: 'fields properties columns',
    example: { expression: 'keysOf(first(Data.orders))', result: '["id", "status", "price", "quantity", "note"]' },
    arity: { min: 1, max: 1 },
    firstForm: ['keysOf(', 'null', ')'],
    evaluate: ([object], work) => {
      if (!isObject(object)) throw new ArgumentFault(`${shown(object)} is not an object.`);
      return ownNames(object, work);
    },
  },
  {
    name: 'valueAt',
    label: 'Value At',
    signature: 'valueAt(object, "path")',
    description: 'The value at a path in an object, or null.',
    synonyms: 'get field property read lookup',
    example: { expression: 'valueAt(first(Data.orders), "status")', result: 'open' },
    arity: { min: 2, max: 2 },
    inWords: ([object, path]) => `${path} of ${object}`,
    firstForm: ['valueAt(', 'null', ', "address.city")'],
    evaluate: ([object, path], work) => createPathReader(path, work)(object) ?? null,
  },
] as const satisfies readonly Formula[];

/** Whether an entry has this value at a path, for any number of entries. */
function hasAt(path: unknown, value: unknown, work: WorkBudget): (entry: unknown) => boolean {
  const read = createPathReader(path, work);
  const wanted = new Comparable(value, work);
  return (entry) => {
    work.charge(COMPARED_UNITS);
    return areEqual(new Comparable(read(entry), work), wanted, work);
  };
}

/** Numbers, then dates, then texts. Entries without a value come last in both directions; equal entries keep their order. */
function sortBy(list: readonly unknown[], path: unknown, direction: unknown, work: WorkBudget): unknown[] {
  const sign = directionSign(direction, work);
  const read = createPathReader(path, work);
  const filled: { entry: unknown; key: Comparable }[] = [];
  const empty: unknown[] = [];
  for (const entry of list) {
    const value = read(entry);
    if (isEmptyValue(value, work)) empty.push(entry);
    else filled.push({ entry, key: new Comparable(value, work) });
  }
  filled.sort((left, right) => {
    work.charge(COMPARED_UNITS);
    return sign * (left.key.rank - right.key.rank || (compareOrder(left.key, right.key) ?? 0));
  });
  return [...filled.map(({ entry }) => entry), ...empty];
}

function directionSign(direction: unknown, work: WorkBudget): 1 | -1 {
  const text = textArgument(direction, work).trim().toLowerCase();
  if (text === '' || text === 'ascending') return 1;
  if (text === 'descending') return -1;
  throw new ArgumentFault(`${shown(direction)} is neither "ascending" nor "descending".`);
}

/** The first of entries that are equal, or have an equal value at the path. */
function unique(list: readonly unknown[], path: unknown, work: WorkBudget): unknown[] {
  const seen = new Set<string>();
  const read = path === undefined ? null : createPathReader(path, work);
  return list.filter((entry) => {
    work.charge(COMPARED_UNITS);
    const key = toComparisonKey(read ? read(entry) : entry, work);
    return !seen.has(key) && seen.add(key);
  });
}

/** The JSON of a value with its members in a fixed order, which comparisons ignore. */
function toComparisonKey(value: unknown, work: WorkBudget): string {
  const json = jsonOfValue(value, 0, work);
  if (!isListOrObject(value) || !json.includes('{')) return json;
  work.charge(json.length * ORDERING_UNITS);
  return JSON.stringify(value, (_name, member) => (isObject(member) ? Object.fromEntries(Object.entries(member).sort(byName)) : member));
}

function byName([left]: [string, unknown], [right]: [string, unknown]): number {
  return left < right ? -1 : 1;
}
