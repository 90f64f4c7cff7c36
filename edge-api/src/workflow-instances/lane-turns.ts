import { RUN_LANES } from '@portage/contracts';

/** After this many starts, the next gap ends the turn. */
const STARTS_A_TURN = 32;
/** A pause between starts this long is a gap. Callers whose responses came together call again without one, and aren't split. */
const GAP_MS = 2;
/** A turn always ends after this many starts. */
const MOST_STARTS_A_TURN = 128;

/**
 * The lane of a start that could go to any. Lanes take turns: simultaneous starts meet in one shard and share
 * its commit to disk, the most expensive part of a start; over time every lane gets as many.
 */
export class LaneTurns {
  #lane: number;
  #starts = 0;
  #lastMs = 0;

  /** @param first the first lane: isolates shouldn't all begin with the same one. */
  constructor(first: number) {
    this.#lane = first % RUN_LANES;
  }

  next(nowMs: number): number {
    const isOver = this.#starts >= STARTS_A_TURN && nowMs - this.#lastMs >= GAP_MS;
    if (isOver || this.#starts >= MOST_STARTS_A_TURN) {
      this.#lane = (this.#lane + 1) % RUN_LANES;
      this.#starts = 0;
    }
    this.#starts += 1;
    this.#lastMs = nowMs;
    return this.#lane;
  }
}
