import { RUN_LANES } from '@portage/contracts';

/** As many as a shard writes in one commit under load. */
const STARTS_A_TURN = 32;

/**
 * The lane of a start that could go to any. Lanes take turns: starts that come at the same time meet in one shard and share
 * its commit to disk, which is what a start costs most; over time every lane gets as many.
 */
export class LaneTurns {
  #lane: number;
  #left = STARTS_A_TURN;

  /** @param first where to begin: isolates should not all begin with the same lane. */
  constructor(first: number) {
    this.#lane = first % RUN_LANES;
  }

  next(): number {
    if (this.#left === 0) {
      this.#lane = (this.#lane + 1) % RUN_LANES;
      this.#left = STARTS_A_TURN;
    }
    this.#left -= 1;
    return this.#lane;
  }
}
