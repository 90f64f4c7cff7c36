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
  wait(ms: number): Promise<void>;
  now(): number;
}

/** The key of a script. */
export interface Script {
  owner: string;
  source: string;
}

/** From this fuel on a script holds the thread for long enough to be felt by others. */
const HEAVY_FUEL = 10_000_000;
/** The least time that a heavy script's fuel represents: the clock may not move while it runs. */
const FUEL_PER_MS = 1_000_000;
const LONGEST_COST_MS = 1_000;
/** The pause before the next heavy script, as a multiple of the time that the last one took; the rest of the isolate has its turn then. */
const SHARE_OF_OTHERS = 1.5;
/** An owner whose heavy scripts lie so far back is like all others. */
const REMEMBERED_MS = 10_000;
/** Scripts of owners with heavy ones that are known to be light. */
const MOST_LIGHT = 500;
const LONGEST_LIGHT_SOURCE = 20_000;

/**
 * Who may start a script now. A script holds its thread until it ends, so short ones start at once and heavy ones are
 * spread: one at a time in the whole isolate, with time for everything else in between, and no owner's next to another's
 * first. A script that has not shown to be light counts as heavy where its owner has just had one that was. A waiting script
 * wakes up by itself; it never depends on another request, which may be gone by then.
 */
export class Turns {
  readonly #options: TurnOptions;
  readonly #waiting = new Map<string, number>();
  /** Owners with heavy scripts, and when the next one of theirs may start. */
  readonly #heavyOwners = new Map<string, number>();
  readonly #light = new Set<string>();
  #nextHeavyMs = 0;
  #spentFuel = 0;

  constructor(options: TurnOptions) {
    this.#options = options;
  }

  /** Comes back when the script may start. @throws TooManyWaiting when the owner's queue is full */
  async take(script: Script): Promise<void> {
    const { owner } = script;
    const waiting = this.#waiting.get(owner) ?? 0;
    if (waiting >= this.#options.maxWaitingPerOwner) throw new TooManyWaiting('Too many scripts of this account are waiting.');
    this.#waiting.set(owner, waiting + 1);
    try {
      await this.#options.pause();
      for (let ms = this.#msToWait(script); ms > 0; ms = this.#msToWait(script)) await this.#options.wait(ms);
      this.#spentFuel = 0;
    } finally {
      const left = (this.#waiting.get(owner) ?? 1) - 1;
      if (left === 0) this.#waiting.delete(owner);
      else this.#waiting.set(owner, left);
    }
  }

  mustWait(script: Script): boolean {
    return this.#spentFuel >= this.#options.fuelPerTurn || this.#msToWait(script) > 0;
  }

  /** Notes the consumption of a script. @returns whether it was heavy: then call `rest` once the clock has moved on */
  spend(script: Script, fuel: number): boolean {
    this.#spentFuel += fuel;
    const key = keyOf(script);
    if (fuel < HEAVY_FUEL) {
      if (key !== null && this.#heavyOwners.has(script.owner)) this.#noteLight(key);
      return false;
    }
    if (key !== null) this.#light.delete(key);
    this.#restUntil(script.owner, fuel / FUEL_PER_MS);
    return true;
  }

  /** The heavy script took so long in truth. */
  rest({ owner }: Script, tookMs: number): void {
    this.#restUntil(owner, Math.min(tookMs, LONGEST_COST_MS));
  }

  #restUntil(owner: string, costMs: number): void {
    const nowMs = this.#options.now();
    this.#nextHeavyMs = Math.max(this.#nextHeavyMs, nowMs + costMs * SHARE_OF_OTHERS);
    // Heavy scripts of other owners that wait go first.
    const isAlone = [...this.#waiting.keys()].every((waiting) => waiting === owner);
    this.#heavyOwners.set(owner, this.#nextHeavyMs + (isAlone ? 0 : costMs / 2));
    for (const [known, nextMs] of this.#heavyOwners) if (nextMs < nowMs - REMEMBERED_MS) this.#heavyOwners.delete(known);
  }

  #msToWait(script: Script): number {
    const ownNextMs = this.#heavyOwners.get(script.owner);
    if (ownNextMs === undefined) return 0;
    const key = keyOf(script);
    if (key !== null && this.#light.has(key)) return 0;
    const nowMs = this.#options.now();
    if (ownNextMs < nowMs - REMEMBERED_MS) return 0;
    return Math.max(0, Math.ceil(Math.max(this.#nextHeavyMs, ownNextMs) - nowMs));
  }

  #noteLight(key: string): void {
    if (this.#light.size >= MOST_LIGHT) this.#light.clear();
    this.#light.add(key);
  }
}

function keyOf({ owner, source }: Script): string | null {
  return source.length > LONGEST_LIGHT_SOURCE ? null : `${owner}\n${source}`;
}
