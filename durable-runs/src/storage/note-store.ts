/**
 * Notes of steps that work in parts: what has happened since the last part ended.
 *
 * A note may reach the disk a moment after the next call left (`allowUnconfirmed`): a sync would otherwise wait for the disk
 * between any two calls. A note that a crash swallows costs a look into the target, where the record is found by its key.
 */
export class NoteStore {
  readonly #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  read(runKey: number): Map<string, unknown> {
    const prefix = prefixOf(runKey);
    return new Map([...this.#storage.kv.list({ prefix })].map(([key, value]) => [key.slice(prefix.length), value]));
  }

  put(runKey: number, name: string, value: unknown): void {
    void this.#storage.put(prefixOf(runKey) + name, value, { allowUnconfirmed: true });
  }

  removeAll(runKey: number): void {
    const keys = [...this.#storage.kv.list({ prefix: prefixOf(runKey) })].map(([key]) => key);
    for (const key of keys) this.#storage.kv.delete(key);
  }
}

function prefixOf(runKey: number): string {
  return `step-note/${runKey}/`;
}
