const FLUSH_EVERY_MS = 10_000;

/** Refused webhook calls by refusal code. */
export type RefusalCounts = ReadonlyMap<string, number>;

/**
 * Counts refused calls in memory and hands the counts over at most every ten seconds, so that a flood of refused calls
 * costs the database nothing. An isolate's last counts are lost when it ends: good for rates, not for accounting.
 */
export class RefusalCounter {
  #counts = new Map<string, number>();
  #flushedAtMs = Number.NEGATIVE_INFINITY;

  /** @returns the counts to write now; null: not yet. A caller that can't write them gives them back. */
  count(code: string, nowMs: number): RefusalCounts | null {
    this.#add(code, 1);
    // A clock that was set back must not hold counts up until it has caught up.
    if (Math.abs(nowMs - this.#flushedAtMs) < FLUSH_EVERY_MS) return null;
    this.#flushedAtMs = nowMs;
    const due = this.#counts;
    this.#counts = new Map();
    return due;
  }

  giveBack(counts: RefusalCounts): void {
    for (const [code, value] of counts) this.#add(code, value);
  }

  #add(code: string, value: number): void {
    this.#counts.set(code, (this.#counts.get(code) ?? 0) + value);
  }
}
