/** Thrown when an owner already has too many waiting scripts. */
export class TooManyWaiting extends Error {
  override name = 'TooManyWaiting';
}

export interface TurnOptions {
  /** Fuel that scripts may use up one after another before the next one lets everything else on this isolate go first. */
  fuelPerTurn: number;
  maxWaitingPerOwner: number;
  /** Yields to everything else that is ready. */
  pause(): Promise<void>;
  wait(ms: number): Promise<void>;
  now(): number;
}

/** Identifies a script: only the same text of the same owner is the same script. */
export interface Script {
  owner: string;
  source: string;
}

/** From this much fuel on, a script holds the thread long enough for others to notice. */
const HEAVY_FUEL = 10_000_000;
/** Converts a heavy script's fuel into its minimum time: the clock may not move while it runs. */
const FUEL_PER_MS = 1_000_000;
const LONGEST_COST_MS = 1_000;
/** The pause before the next heavy script, as a multiple of the last one's time; the rest of the isolate runs meanwhile. */
const SHARE_OF_OTHERS = 1.5;
/** An owner whose last heavy script is older than this is like all others. */
const REMEMBERED_MS = 10_000;
/** The most scripts remembered as light, of owners with heavy ones. */
const MOST_LIGHT = 500;
const LONGEST_LIGHT_SOURCE = 20_000;

/**
 * Decides who may start a script now. A script holds its thread until it ends, so short ones start at once and heavy ones are
 * spread out: one at a time in the whole isolate, with time for everything else in between, and no owner's next one before
 * another's first. A script not yet known to be light counts as heavy if its owner recently had a heavy one. A waiting script
 * wakes up by itself: it never depends on another request, which may be gone by then.
 */
export class Turns {
  readonly #options: TurnOptions;
  readonly #waiting = new Map<string, number>();
  /** Owners with heavy scripts, and when their next one may start. */
  readonly #heavyOwners = new Map<string, number>();
  readonly #light = new Set<string>();
  #nextHeavyMs = 0;
  #spentFuel = 0;

  constructor(options: TurnOptions) {
    this.#options = options;
  }

  /** Resolves when the script may start. @throws TooManyWaiting if the owner's queue is full */
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

  /** Records a script's consumption. @returns whether it was heavy: then call `rest` once the clock has advanced */
  spend(script: Script, fuel: number): boolean {
    this.#spentFuel += fuel;
    const key = getScriptKey(script);
    if (fuel < HEAVY_FUEL) {
      if (key !== null && this.#heavyOwners.has(script.owner)) this.#noteLight(key);
      return false;
    }
    if (key !== null) this.#light.delete(key);
    this.#restUntil(script.owner, fuel / FUEL_PER_MS);
    return true;
  }

  /** Reports the time a heavy script really took. */
  rest({ owner }: Script, tookMs: number): void {
    this.#restUntil(owner, Math.min(tookMs, LONGEST_COST_MS));
  }

  #restUntil(owner: string, costMs: number): void {
    const nowMs = this.#options.now();
    this.#nextHeavyMs = Math.max(this.#nextHeavyMs, nowMs + costMs * SHARE_OF_OTHERS);
    // Waiting heavy scripts of other owners go first.
    const isAlone = [...this.#waiting.keys()].every((waiting) => waiting === owner);
    this.#heavyOwners.set(owner, this.#nextHeavyMs + (isAlone ? 0 : costMs / 2));
    for (const [known, nextMs] of this.#heavyOwners) if (nextMs < nowMs - REMEMBERED_MS) this.#heavyOwners.delete(known);
  }

  #msToWait(script: Script): number {
    const ownNextMs = this.#heavyOwners.get(script.owner);
    if (ownNextMs === undefined) return 0;
    const key = getScriptKey(script);
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

function getScriptKey({ owner, source }: Script): string | null {
  return source.length > LONGEST_LIGHT_SOURCE ? null : `${owner}\n${source}`;
}
