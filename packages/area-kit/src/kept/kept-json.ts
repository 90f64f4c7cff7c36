/** The value stored under this name; null: missing or unreadable. */
export function readStoredJson(storage: Pick<Storage, 'getItem'>, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores a value as JSON. A full storage keeps its old content: the page continues, and knows less the next time. */
export function keep(storage: Pick<Storage, 'setItem'>, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // Full.
  }
}
