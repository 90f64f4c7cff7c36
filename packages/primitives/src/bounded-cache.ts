export interface CacheLimits {
  /** Largest sum of the entries' sizes; an entry without a size counts as 1. */
  maxSize: number;
  /** How long an entry is valid, in milliseconds; absent: as long as there is room. */
  livesMs?: number;
}

interface Entry<Value> {
  value: Value;
  size: number;
  untilMs: number;
}

/** Values by key; the least recently used go first. Holds no promises: in a Worker, one request must not await another's. */
export class BoundedCache<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #maxSize: number;
  readonly #livesMs: number;
  #size = 0;

  constructor({ maxSize, livesMs = Number.POSITIVE_INFINITY }: CacheLimits) {
    this.#maxSize = maxSize;
    this.#livesMs = livesMs;
  }

  /** @param nowMs needed only if entries have a lifetime. */
  get(key: string, nowMs = 0): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    if (entry.untilMs <= nowMs) {
      this.#size -= entry.size;
      return undefined;
    }
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: string, value: Value, { size = 1, nowMs = 0 }: { size?: number; nowMs?: number } = {}): void {
    this.delete(key);
    this.#entries.set(key, { value, size, untilMs: nowMs + this.#livesMs });
    this.#size += size;
    this.#makeRoom();
  }

  /** Reports that an entry has grown by this much, which may evict it. An evicted entry stays evicted. */
  grow(key: string, by: number): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    entry.size += by;
    this.#size += by;
    this.#makeRoom();
  }

  delete(key: string): void {
    this.#size -= this.#entries.get(key)?.size ?? 0;
    this.#entries.delete(key);
  }

  /** Also evicts an entry that is larger than the limit by itself. */
  #makeRoom(): void {
    for (const [key, { size }] of this.#entries) {
      if (this.#size <= this.#maxSize) return;
      this.#entries.delete(key);
      this.#size -= size;
    }
  }
}
