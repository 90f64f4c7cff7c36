/** A value, and when its look-up began: what the source said before that may be in it, what it said later is not. */
export interface Known<Value> {
  value: Value;
  knownAtMs: number;
}

interface Entry<Value> extends Known<Value> {
  /** When the look-up under way in the background began; null: none is. */
  refreshingSinceMs: number | null;
}

/** A look-up under way; others see here how it ended. */
interface LookUp<Value> {
  beganAtMs: number;
  end: Known<Value> | 'failed' | null;
}

export interface LastKnownSettings<Value> {
  maxEntries: number;
  /** How long a value may be used, by the value. */
  lifetimeMs: (value: Value) => number;
  /** How long it may be used while its source does not answer; less than the lifetime means: no longer. */
  keptMs: (value: Value) => number;
  /** For this long a look-up takes in further callers of its key; at most the shortest lifetime, because they may get such a value. */
  sharedMs: number;
  nowMs: () => number;
}

/** A look-up that takes longer has failed: callers of webhooks wait 3 to 10 seconds at most. */
const LOOK_UP_PATIENCE_MS = 2_000;
/**
 * Patience is counted in parts of this length. After work that held the isolate up, a timer that is due comes before an answer that has
 * arrived meanwhile: such a time counts as one part, and the answer is taken before the next one.
 */
const PATIENCE_PART_MS = 250;
/** A caller looks this often for the end of a look-up that it shares; the longer it waits the less often, because each look costs a timer. */
const SHORTEST_LOOK_MS = 2;
const LONGEST_LOOK_MS = 50;
/** Part of its life after which a value is looked up again in the background. */
const REFRESH_AFTER = 0.6;
/** While the source does not answer, it is asked at most this often. */
const PROBE_EVERY_MS = 1_000;
/** A failure longer ago than this says nothing about the source now. */
const FAILURE_COUNTS_MS = 10_000;

/** The source has just failed to answer, so it was not asked again. */
export class SourceAwayError extends Error {
  override readonly name = 'SourceAwayError';
}

/**
 * Remembers looked-up values for a while, the least recently used forgotten first. A value that grows old is looked up again
 * in the background, so its callers do not wait; while the source does not answer, callers get what was last known.
 * Callers that come while their key is looked up share that look-up. Values are kept, never promises, because in a Worker a promise
 * dies with the request that made it: each caller that shares waits by timers of its own.
 */
export class LastKnown<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  /** The oldest first. */
  readonly #lookUps = new Map<string, LookUp<Value>>();
  readonly #settings: LastKnownSettings<Value>;
  #forgottenCount = 0;
  #failedAtMs: number | null = null;
  #probedAtMs = Number.NEGATIVE_INFINITY;

  constructor(settings: LastKnownSettings<Value>) {
    this.#settings = settings;
  }

  /**
   * @param inBackground keeps the caller's request alive for a look-up that its answer does not wait for, or that others share.
   * @throws what `load` throws, or SourceAwayError, where nothing that is known may be used.
   */
  async get(key: string, load: () => Promise<Value>, inBackground: (work: Promise<unknown>) => void): Promise<Known<Value>> {
    const nowMs = this.#settings.nowMs();
    const entry = this.#entries.get(key);
    if (!entry) return this.#ask(key, load, inBackground);
    const ageMs = nowMs - entry.knownAtMs;
    const lifetimeMs = this.#settings.lifetimeMs(entry.value);
    const isKept = ageMs < this.#settings.keptMs(entry.value);
    if (ageMs >= lifetimeMs && !(isKept && (this.#isAway(nowMs) || isRefreshing(entry, nowMs)))) {
      try {
        return await this.#ask(key, load, inBackground);
      } catch (error) {
        if (isKept) return entry;
        throw error;
      }
    }
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    if (ageMs >= lifetimeMs * REFRESH_AFTER && this.#mayRefresh(entry, nowMs)) {
      entry.refreshingSinceMs = nowMs;
      this.#probedAtMs = nowMs;
      inBackground(this.#load(key, load).catch(() => undefined));
    }
    return entry;
  }

  /** Forgets a key; a look-up that began before is not remembered either, and takes in no further callers. */
  forget(key: string): void {
    this.#forgottenCount += 1;
    this.#entries.delete(key);
    this.#lookUps.delete(key);
  }

  #isAway(nowMs: number): boolean {
    return this.#failedAtMs !== null && nowMs - this.#failedAtMs < FAILURE_COUNTS_MS;
  }

  #mayRefresh(entry: Entry<Value>, nowMs: number): boolean {
    return !isRefreshing(entry, nowMs) && !(this.#isAway(nowMs) && nowMs - this.#probedAtMs < PROBE_EVERY_MS);
  }

  async #ask(key: string, load: () => Promise<Value>, inBackground: (work: Promise<unknown>) => void): Promise<Known<Value>> {
    const nowMs = this.#settings.nowMs();
    const lookUp = this.#lookUps.get(key);
    if (lookUp && nowMs - lookUp.beganAtMs < this.#settings.sharedMs) return this.#share(lookUp);
    if (this.#isAway(nowMs) && nowMs - this.#probedAtMs < PROBE_EVERY_MS) throw new SourceAwayError('The source does not answer');
    this.#probedAtMs = nowMs;
    const work = this.#load(key, load);
    inBackground(work.catch(() => undefined));
    return work;
  }

  async #share(lookUp: LookUp<Value>): Promise<Known<Value>> {
    let waitedMs = this.#settings.nowMs() - lookUp.beganAtMs;
    while (lookUp.end === null) {
      if (waitedMs >= LOOK_UP_PATIENCE_MS) throw new SourceAwayError('The look-up that was shared died with its request');
      const pauseMs = Math.min(Math.max(waitedMs / 4, SHORTEST_LOOK_MS), LONGEST_LOOK_MS);
      await sleep(pauseMs);
      waitedMs += pauseMs;
    }
    if (lookUp.end === 'failed') throw new SourceAwayError('The look-up that was shared has failed');
    return lookUp.end;
  }

  async #load(key: string, load: () => Promise<Value>): Promise<Known<Value>> {
    const forgottenBefore = this.#forgottenCount;
    const knownAtMs = this.#settings.nowMs();
    const lookUp = this.#begin(key, knownAtMs);
    try {
      const entry = { value: await withPatience(load()), knownAtMs, refreshingSinceMs: null };
      this.#failedAtMs = null;
      lookUp.end = entry;
      if (forgottenBefore === this.#forgottenCount) this.#remember(key, entry);
      return entry;
    } catch (error) {
      this.#failedAtMs = this.#settings.nowMs();
      lookUp.end = 'failed';
      const known = this.#entries.get(key);
      if (known) known.refreshingSinceMs = null;
      throw error;
    } finally {
      if (this.#lookUps.get(key) === lookUp) this.#lookUps.delete(key);
    }
  }

  /** Also drops the look-ups that take in no further callers: one that died with its request has not done so itself. */
  #begin(key: string, beganAtMs: number): LookUp<Value> {
    for (const [oldKey, old] of this.#lookUps) {
      if (beganAtMs - old.beganAtMs < this.#settings.sharedMs) break;
      this.#lookUps.delete(oldKey);
    }
    const lookUp: LookUp<Value> = { beganAtMs, end: null };
    this.#lookUps.delete(key);
    this.#lookUps.set(key, lookUp);
    return lookUp;
  }

  #remember(key: string, entry: Entry<Value>): void {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#settings.maxEntries && oldest !== undefined) this.#entries.delete(oldest);
  }
}

/** A look-up that ended with its request, unseen, counts no longer. */
function isRefreshing({ refreshingSinceMs }: Entry<unknown>, nowMs: number): boolean {
  return refreshingSinceMs !== null && nowMs - refreshingSinceMs <= LOOK_UP_PATIENCE_MS + PROBE_EVERY_MS;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** @throws SourceAwayError when the answer does not come in time */
export async function withPatience<Value>(answer: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (leftMs: number) => {
    if (leftMs <= 0) return late.reject(new SourceAwayError(`No answer within ${LOOK_UP_PATIENCE_MS} ms`));
    timer = setTimeout(() => wait(leftMs - PATIENCE_PART_MS), PATIENCE_PART_MS);
  };
  wait(LOOK_UP_PATIENCE_MS);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
