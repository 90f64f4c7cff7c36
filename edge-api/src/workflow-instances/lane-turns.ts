import { RUN_LANES } from '@portage/contracts';

/** A turn is over after so many starts, once a start comes later than its neighbour... */
const STARTS_A_TURN = 32;
/** ...by so much: callers who were answered together call together again, and are not divided. */
const GAP_MS = 2;
/** A turn is over after so many in any case. */
const MOST_STARTS_A_TURN = 128;

/**
 * The lane of a start that could go to any. Lanes take turns: starts that come at the same time meet in one shard and share
 * its commit to disk, which is what a start costs most; over time every lane gets as many.
 */
export class LaneTurns {
  #lane: number;
  #starts = 0;
  #lastMs = 0;

  /** @param first where to begin: isolates should not all begin with the same lane. */
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
