/** The object's only alarm, set to the earliest time requested. Setting it costs a write, so a later request changes nothing. */
export class ShardAlarm {
  readonly #storage: DurableObjectStorage;
  #armedAt: number | null = null;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  wakeBy(atMs: number): void {
    if (this.#armedAt !== null && this.#armedAt <= atMs) return;
    this.#armedAt = atMs;
    void this.#storage.setAlarm(atMs);
  }

  rang(): void {
    this.#armedAt = null;
  }
}
