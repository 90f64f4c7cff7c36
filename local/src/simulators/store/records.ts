import { OrderedIndex } from './ordered-index.ts';
import { ValueIndex } from './value-index.ts';

/** Updated by each change of the records. */
export interface RecordIndex<Item> {
  put(id: string, item: Item): void;
  remove(id: string): void;
}

/** A simulated system's records of one kind, in order of creation. */
export class Records<Item extends object> {
  readonly #items: Map<string, Item>;
  readonly #keep: (id: string, item: Item | null) => void;
  readonly #indexes: RecordIndex<Item>[] = [];
  #all: readonly Item[] | null = null;
  /** Grows with each change, so that a cached result is known to be out of date. */
  version = 0;
  readonly getId: (item: Item) => string;

  /** @param keep persists a change; null: the record was removed */
  constructor(items: Map<string, Item>, getId: (item: Item) => string, keep: (id: string, item: Item | null) => void) {
    this.#items = items;
    this.getId = getId;
    this.#keep = keep;
  }

  get size(): number {
    return this.#items.size;
  }

  all(): readonly Item[] {
    this.#all ??= [...this.#items.values()];
    return this.#all;
  }

  get(id: string): Item | undefined {
    return this.#items.get(id);
  }

  find(matches: (item: Item) => boolean): Item | undefined {
    for (const item of this.#items.values()) if (matches(item)) return item;
    return undefined;
  }

  /** An index by a value: `const byEmail = records.indexedBy(({ email }) => email); byEmail('ada@example.com')`. */
  indexedBy(keyOf: (item: Item) => string | null | undefined): (key: string) => Item[] {
    const index = this.feed(new ValueIndex(keyOf));
    return (key) => index.idsOf(key).flatMap((id) => this.#items.get(id) ?? []);
  }

  /** A maintained order, such as by time of change; records with the same key stay in order of creation. */
  orderedBy(keyOf: (item: Item) => string): OrderedIndex<Item> {
    return this.feed(new OrderedIndex(keyOf));
  }

  /** Adds a record, or stores its present state. */
  put(item: Item): Item {
    const id = this.getId(item);
    if (this.#items.get(id) !== item) this.#all = null;
    this.#items.set(id, item);
    for (const index of this.#indexes) index.put(id, item);
    this.version += 1;
    this.#keep(id, item);
    return item;
  }

  remove(id: string): boolean {
    if (!this.#items.delete(id)) return false;
    this.#all = null;
    for (const index of this.#indexes) index.remove(id);
    this.version += 1;
    this.#keep(id, null);
    return true;
  }

  /** Adds an index: it gets every record now, and every change from now on. */
  feed<Index extends RecordIndex<Item>>(index: Index): Index {
    for (const [id, item] of this.#items) index.put(id, item);
    this.#indexes.push(index);
    return index;
  }
}
