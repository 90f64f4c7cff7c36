import { type SimulatedEntity, WrongRecord } from './simulated-system.ts';
import type { Records } from './store/records.ts';

type Fields = Readonly<Record<string, unknown>>;

interface EntityOptions<Item extends object> {
  name: string;
  records: Records<Item>;
  /** Fields that the system itself sets. */
  fixed: readonly string[];
  /** Accepts fields that the record doesn't have yet: accounts can have their own fields. */
  takesNewFields?: boolean;
  /** Changes a record whose fields aren't simply its own; omitted: they are. */
  change?(item: Item, fields: Fields): void;
  /** Sets the time of change, and notifies listeners. */
  changed?(item: Item): void;
  removed?(item: Item): void;
  make?(): void;
  /** A record as it is shown; omitted: as it is stored. */
  view?(item: Item): Record<string, unknown>;
}

/** A kind of record as `/local/simulators` shows it, with the fields of the system's own record. */
export function createEntity<Item extends object>(options: EntityOptions<Item>): SimulatedEntity {
  const { name, records, fixed, takesNewFields = false } = options;
  const view = (item: Item): Record<string, unknown> => {
    const id = records.getId(item);
    // First, for people who look at it; last, since the record may have another kind of id.
    return Object.assign({ id }, options.view?.(item) ?? item, { id });
  };
  return {
    name,
    count: () => records.size,
    list: (from, to) => records.all().slice(from, to).map(view),
    get(id) {
      const item = records.get(id);
      return item ? view(item) : null;
    },
    change(id, fields) {
      const item = records.get(id);
      if (!item) return null;
      checkFields((options.view?.(item) ?? item) as Fields, fields, ['id', ...fixed], takesNewFields);
      if (options.change) options.change(item, fields);
      else {
        Object.assign(item, fields);
        options.changed?.(item);
        records.put(item);
      }
      return view(item);
    },
    remove(id) {
      const item = records.get(id);
      if (!item || !records.remove(id)) return false;
      options.removed?.(item);
      return true;
    },
    ...(options.make ? { make: options.make } : {}),
  };
}

/** @throws WrongRecord for a field that the record lacks, that may not change, or whose type would change */
function checkFields(item: Fields, fields: Fields, fixed: readonly string[], takesNewFields: boolean): void {
  for (const [name, value] of Object.entries(fields)) {
    if (fixed.includes(name)) throw new WrongRecord(`"${name}" is set by the system and cannot be changed.`);
    if (!Object.hasOwn(item, name)) {
      if (takesNewFields && /^[A-Za-z]\w{0,79}$/.test(name)) continue;
      throw new WrongRecord(`There is no field "${name}". The fields are ${Object.keys(item).join(', ')}.`);
    }
    const before = item[name];
    if (before !== null && before !== undefined && value !== null && describeKind(before) !== describeKind(value)) {
      throw new WrongRecord(`"${name}" is ${describeKind(before)}, not ${describeKind(value)}.`);
    }
  }
}

function describeKind(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : typeof value === 'string' ? 'a text' : `a ${typeof value}`;
}
