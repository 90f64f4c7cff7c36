interface Entry<Value> {
  value: Value;
  refreshAtMs: number;
  expiresAtMs: number;
  isRefreshing: boolean;
}

export interface ExpiringCacheSettings<Value> {
  maxEntries: number;
  /** How long a value may be used, by the value. */
  lifetimeMs: (value: Value) => number;
  nowMs: () => number;
}

/** Part of its life after which one caller looks a value up again while the others go on with the known one. */
const REFRESH_AFTER = 0.6;

/**
 * Remembers looked-up values for a while, the least recently used forgotten first; a look-up that fails is not
 * remembered. Values are kept, never promises: in a Worker a promise dies with the request that made it, and everyone
 * waiting for it would hang.
 */
export class ExpiringCache<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #settings: ExpiringCacheSettings<Value>;
  #forgottenCount = 0;

  constructor(settings: ExpiringCacheSettings<Value>) {
    this.#settings = settings;
  }

  /** The known value, else what `load` answers. */
  async get(key: string, load: () => Promise<Value>): Promise<Value> {
    const known = this.#entries.get(key);
    if (!known) return this.#load(key, load);

    const nowMs = this.#settings.nowMs();
    const isFresh = nowMs < known.refreshAtMs || (nowMs < known.expiresAtMs && known.isRefreshing);
    if (!isFresh) {
      known.isRefreshing = true;
      return this.#load(key, load);
    }
    this.#entries.delete(key);
    this.#entries.set(key, known);
    return known.value;
  }

  /** Forgets a key; a look-up that began before is not remembered either. */
  forget(key: string): void {
    this.#forgottenCount += 1;
    this.#entries.delete(key);
  }

  async #load(key: string, load: () => Promise<Value>): Promise<Value> {
    const forgottenBefore = this.#forgottenCount;
    const value = await load();
    if (forgottenBefore === this.#forgottenCount) this.#remember(key, value);
    return value;
  }

  #remember(key: string, value: Value): void {
    const nowMs = this.#settings.nowMs();
    const lifetimeMs = this.#settings.lifetimeMs(value);
    this.#entries.delete(key);
    this.#entries.set(key, {
      value,
      refreshAtMs: nowMs + lifetimeMs * REFRESH_AFTER,
      expiresAtMs: nowMs + lifetimeMs,
      isRefreshing: false,
    });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#settings.maxEntries && oldest !== undefined) this.#entries.delete(oldest);
  }
}
