/** What was kept under this name; null: nothing, or nothing that can be read. */
export function readKept(storage: Pick<Storage, 'getItem'>, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Keeps a value as JSON. A storage without room for it keeps what it has: the page goes on, and knows less the next time. */
export function keep(storage: Pick<Storage, 'setItem'>, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // Full.
  }
}
