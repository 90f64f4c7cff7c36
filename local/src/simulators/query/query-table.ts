import type { OrderedIndex } from '../store/ordered-index.ts';
import type { Records } from '../store/records.ts';
import { type Condition, compare, holds, lookupKey, parseInstant, type QueryOrder } from './conditions.ts';

interface TableSettings<Item extends object> {
  records: Records<Item>;
  read(item: Item, field: string): unknown;
  /** Fields with a time, kept sorted. */
  timeFields: readonly string[];
  /** The field whose order is the order of creation. */
  idField: string;
  /** False for a field whose value comes from other records. */
  isOwn?(field: string): boolean;
}

const FIRST_TIME = '0000';

/**
 * Queries the records of one kind for a query language. An index is made when a field is first queried. A repeated
 * query, for its next page, is answered from memory while nothing has changed.
 */
export function queryTable<Item extends object>({ records, read, timeFields, idField, isOwn = () => true }: TableSettings<Item>) {
  const byValue = new Map<string, (key: string) => Item[]>();
  const byTime = new Map<string, OrderedIndex<Item>>();
  let kept: { question: string; version: number; found: readonly Item[] } | null = null;

  const timeField = (field: string) => timeFields.find((one) => one.toLowerCase() === field.toLowerCase());

  function lookup(field: string): (key: string) => Item[] {
    const known = byValue.get(field);
    if (known) return known;
    const index = records.indexedBy((item) => {
      const value = read(item, field) ?? null;
      return value === null ? null : lookupKey(value);
    });
    byValue.set(field, index);
    return index;
  }

  function inTime(field: string): OrderedIndex<Item> {
    const known = byTime.get(field);
    if (known) return known;
    const order = records.orderedBy((item) => timeKey(read(item, field)));
    byTime.set(field, order);
    return order;
  }

  /** Records that may match the conditions, and the field they are sorted by. */
  function candidates(conditions: readonly Condition[], orderBy: readonly QueryOrder[]): { items: readonly Item[]; order: string | null } {
    const exact = conditions.find(
      ({ operator, field, values }) => (operator === '=' || operator === 'IN') && isOwn(field) && values.every((value) => value !== null),
    );
    if (exact) {
      const keys = [...new Set(exact.values.map(lookupKey))];
      return { items: keys.flatMap(lookup(exact.field)), order: null };
    }
    const bound = conditions.find(({ operator, field }) => (operator === '>=' || operator === '>') && timeField(field));
    const field = timeField(bound?.field ?? orderBy[0]?.field ?? '');
    if (!field) return { items: records.all(), order: idField };
    return { items: bound ? inTime(field).from(timeKey(bound.values[0])) : inTime(field).all(), order: field };
  }

  return {
    select(conditions: readonly Condition[], orderBy: readonly QueryOrder[]): readonly Item[] {
      const question = JSON.stringify([conditions, orderBy]);
      if (kept?.question === question && kept.version === records.version) return kept.found;
      const { items, order } = candidates(conditions, orderBy);
      const matching =
        conditions.length === 0
          ? items
          : items.filter((item) => conditions.every((condition) => holds(condition, (field) => read(item, field))));
      const found = isInOrder(order, orderBy, idField) ? matching : sorted(matching, orderBy, read);
      const isKept = [...conditions, ...orderBy].every(({ field }) => isOwn(field));
      kept = isKept ? { question, version: records.version, found } : null;
      return found;
    },
  };
}

/** Whether records sorted by a field, then by creation, are in the wanted order. */
function isInOrder(order: string | null, wanted: readonly QueryOrder[], idField: string): boolean {
  if (wanted.length === 0) return true;
  const [first, second, third] = wanted.map(({ field, isDescending }) => (isDescending ? null : field.toLowerCase()));
  if (order === null || first !== order.toLowerCase()) return false;
  return second === undefined || (second === idField.toLowerCase() && third === undefined);
}

function sorted<Item>(items: readonly Item[], orderBy: readonly QueryOrder[], read: (item: Item, field: string) => unknown): Item[] {
  return items.toSorted((a, b) => {
    for (const { field, isDescending } of orderBy) {
      const order = compare(read(a, field), read(b, field));
      if (order !== 0) return isDescending ? -order : order;
    }
    return 0;
  });
}

function timeKey(value: unknown): string {
  const instant = parseInstant(value);
  return instant === null ? FIRST_TIME : new Date(instant).toISOString();
}
