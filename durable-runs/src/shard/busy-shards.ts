/** Shards that have had turns of late. Each counts for some time after a turn, because it pauses between two of them. */
export class BusyShards {
  readonly #busyForMs: number;
  readonly #lastTurnMs = new Map<object, number>();

  constructor(busyForMs: number) {
    this.#busyForMs = busyForMs;
  }

  /** The shard has had a turn. */
  note(shard: object, nowMs: number): void {
    this.#lastTurnMs.set(shard, nowMs);
  }

  /** How many share the thread, the one that asks among them. */
  count(nowMs: number): number {
    for (const [shard, lastMs] of this.#lastTurnMs) if (nowMs - lastMs > this.#busyForMs) this.#lastTurnMs.delete(shard);
    return Math.max(1, this.#lastTurnMs.size);
  }
}
