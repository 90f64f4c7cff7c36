interface Entry<Item> {
  id: string;
  item: Item;
  key: string;
  /** The record's number in order of creation. */
  number: number;
  isGone: boolean;
}

/**
 * Records sorted by a text, such as a time. A change that moves a record to the end, as a time of change does, isn't
 * sorted; any other change is sorted by the next read.
 */
export class OrderedIndex<Item> {
  readonly #keyOf: (item: Item) => string;
  readonly #byId = new Map<string, Entry<Item>>();
  #entries: Entry<Item>[] = [];
  #isSorted = true;
  #items: readonly Item[] | null = null;
  #nextNumber = 0;

  constructor(keyOf: (item: Item) => string) {
    this.#keyOf = keyOf;
  }

  all(): readonly Item[] {
    this.#tidy();
    this.#items ??= this.#entries.map(({ item }) => item);
    return this.#items;
  }

  /** Records whose key is not before `bound`. */
  from(bound: string): readonly Item[] {
    const all = this.all();
    let [low, high] = [0, all.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#entries[middle]?.key ?? '') < bound) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? all : all.slice(low);
  }

  put(id: string, item: Item): void {
    const key = this.#keyOf(item);
    const known = this.#byId.get(id);
    this.#items = null;
    if (known?.key === key) {
      known.item = item;
      return;
    }
    if (known) known.isGone = true;
    const entry = { id, item, key, number: known?.number ?? this.#nextNumber++, isGone: false };
    const last = this.#entries.at(-1);
    if (last && order(last, entry) > 0) this.#isSorted = false;
    this.#entries.push(entry);
    this.#byId.set(id, entry);
  }

  remove(id: string): void {
    const known = this.#byId.get(id);
    if (!known) return;
    known.isGone = true;
    this.#byId.delete(id);
    this.#items = null;
  }

  #tidy(): void {
    if (this.#items) return;
    if (this.#entries.length > this.#byId.size) this.#entries = this.#entries.filter(({ isGone }) => !isGone);
    if (!this.#isSorted) this.#entries.sort(order);
    this.#isSorted = true;
  }
}

function order<Item>(a: Entry<Item>, b: Entry<Item>): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : a.number - b.number;
}
