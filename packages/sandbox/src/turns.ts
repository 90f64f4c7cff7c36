/** Raised when an owner has too many scripts waiting already. */
export class TooManyWaiting extends Error {
  override name = 'TooManyWaiting';
}

export interface TurnOptions {
  /** Fuel that scripts may use up one after the other before the next one lets everything else on this isolate go first. */
  fuelPerTurn: number;
  maxWaitingPerOwner: number;
  /** Gives way to everything else that is ready. */
  pause(): Promise<void>;
}

/**
 * Who may start a script now. A script holds its thread until it ends, so short ones start at once and heavy ones are
 * spread: each in a turn of its own. A waiting script wakes up by itself; it never depends on another request, which may
 * be gone by then.
 */
export class Turns {
  readonly #options: TurnOptions;
  readonly #waiting = new Map<string, number>();
  #spentFuel = 0;

  constructor(options: TurnOptions) {
    this.#options = options;
  }

  /** Comes back when the owner's next script may start. @throws TooManyWaiting when the owner's queue is full */
  async take(owner: string): Promise<void> {
    const waiting = this.#waiting.get(owner) ?? 0;
    if (waiting >= this.#options.maxWaitingPerOwner) throw new TooManyWaiting('Too many scripts of this account are waiting.');
    this.#waiting.set(owner, waiting + 1);
    try {
      await this.#options.pause();
      this.#spentFuel = 0;
    } finally {
      const left = (this.#waiting.get(owner) ?? 1) - 1;
      if (left === 0) this.#waiting.delete(owner);
      else this.#waiting.set(owner, left);
    }
  }

  get mustWait(): boolean {
    return this.#spentFuel >= this.#options.fuelPerTurn;
  }

  /** Notes what a script used. */
  spend(fuel: number): void {
    this.#spentFuel += fuel;
  }
}
