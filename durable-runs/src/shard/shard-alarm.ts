/** The object's one alarm, set to the earliest of what is wanted; setting it costs a write, so a later wish changes nothing. */
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

  /** The alarm is going off, so it is no longer set. */
  rang(): void {
    this.#armedAt = null;
  }
}
