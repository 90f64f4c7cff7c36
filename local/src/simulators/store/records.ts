/** The records of one kind that a simulated system has, in the order in which they were made. */
export class Records<Item extends object> {
  readonly #items: Map<string, Item>;
  readonly #idOf: (item: Item) => string;
  readonly #keep: (id: string, item: Item | null) => void;

  /** @param keep writes a change down; null: the record is gone */
  constructor(items: Map<string, Item>, idOf: (item: Item) => string, keep: (id: string, item: Item | null) => void) {
    this.#items = items;
    this.#idOf = idOf;
    this.#keep = keep;
  }

  get size(): number {
    return this.#items.size;
  }

  all(): Item[] {
    return [...this.#items.values()];
  }

  get(id: string): Item | undefined {
    return this.#items.get(id);
  }

  find(matches: (item: Item) => boolean): Item | undefined {
    for (const item of this.#items.values()) if (matches(item)) return item;
    return undefined;
  }

  /** Adds a record, or keeps one as it is now. */
  put(item: Item): Item {
    const id = this.#idOf(item);
    this.#items.set(id, item);
    this.#keep(id, item);
    return item;
  }

  remove(id: string): boolean {
    if (!this.#items.delete(id)) return false;
    this.#keep(id, null);
    return true;
  }
}
