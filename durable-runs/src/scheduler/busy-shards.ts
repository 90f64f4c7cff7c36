/** Shards that have had a turn recently. A shard counts for some time after its turn, because it pauses between turns. */
export class BusyShards {
  readonly #busyForMs: number;
  readonly #lastTurnMs = new Map<object, number>();

  constructor(busyForMs: number) {
    this.#busyForMs = busyForMs;
  }

  note(shard: object, nowMs: number): void {
    this.#lastTurnMs.set(shard, nowMs);
  }

  /** How many shards share the thread, including the one that asks. */
  count(nowMs: number): number {
    // A turn that seems to come later was before the clock jumped back.
    for (const [shard, lastMs] of this.#lastTurnMs) {
      if (lastMs > nowMs || nowMs - lastMs > this.#busyForMs) this.#lastTurnMs.delete(shard);
    }
    return Math.max(1, this.#lastTurnMs.size);
  }
}
