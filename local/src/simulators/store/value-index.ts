/** Ids of records, indexed by one of their values. */
export class ValueIndex<Item> {
  readonly #keyOf: (item: Item) => string | null | undefined;
  readonly #ids = new Map<string, Set<string>>();
  readonly #keys = new Map<string, string>();

  constructor(keyOf: (item: Item) => string | null | undefined) {
    this.#keyOf = keyOf;
  }

  idsOf(key: string): string[] {
    return [...(this.#ids.get(key) ?? [])];
  }

  put(id: string, item: Item): void {
    const key = this.#keyOf(item) ?? null;
    if (this.#keys.get(id) === key) return;
    this.remove(id);
    if (key === null) return;
    const ids = this.#ids.get(key) ?? new Set();
    ids.add(id);
    this.#ids.set(key, ids);
    this.#keys.set(id, key);
  }

  remove(id: string): void {
    const key = this.#keys.get(id);
    if (key === undefined) return;
    this.#keys.delete(id);
    const ids = this.#ids.get(key);
    ids?.delete(id);
    if (ids?.size === 0) this.#ids.delete(key);
  }
}
