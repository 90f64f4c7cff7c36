/** Notes of steps that work in parts: what has happened since the last part ended. Several notes share one entry. */
export class NoteStore {
  readonly #kv: SyncKvStorage;

  constructor({ kv }: DurableObjectStorage) {
    this.#kv = kv;
  }

  read(runKey: number): { notes: Map<string, unknown>; keys: string[] } {
    const entries = [...this.#kv.list<[string, unknown][]>({ prefix: getPrefix(runKey) })];
    return { notes: new Map(entries.flatMap(([, notes]) => notes)), keys: entries.map(([key]) => key) };
  }

  /** @returns the key of their entry; null: there are none */
  put(runKey: number, notes: readonly (readonly [name: string, value: unknown])[]): string | null {
    const [first] = notes;
    if (!first) return null;
    const key = getPrefix(runKey) + first[0];
    this.#kv.put(key, notes);
    return key;
  }

  remove(keys: Iterable<string>): void {
    for (const key of keys) this.#kv.delete(key);
  }
}

function getPrefix(runKey: number): string {
  return `step-note/${runKey}/`;
}
