/** Notes of steps that work in parts: what has happened since the last part ended. Several notes share one entry. */
export class NoteStore {
  readonly #kv: SyncKvStorage;

  constructor({ kv }: DurableObjectStorage) {
    this.#kv = kv;
  }

  read(runKey: number): Map<string, unknown> {
    return new Map(this.#entries(runKey).flatMap(([, notes]) => notes));
  }

  put(runKey: number, notes: readonly (readonly [name: string, value: unknown])[]): void {
    const [first] = notes;
    if (first) this.#kv.put(getPrefix(runKey) + first[0], notes);
  }

  removeAll(runKey: number): void {
    for (const [key] of this.#entries(runKey)) this.#kv.delete(key);
  }

  #entries(runKey: number): [key: string, notes: [string, unknown][]][] {
    return [...this.#kv.list<[string, unknown][]>({ prefix: getPrefix(runKey) })];
  }
}

function getPrefix(runKey: number): string {
  return `step-note/${runKey}/`;
}
