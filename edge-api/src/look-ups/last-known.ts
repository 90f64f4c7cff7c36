import { isDatabaseAway } from '@portage/database';
import { inTime } from '@portage/primitives/in-time';
import { ApiProblem } from '../http/api-problem.ts';

/** A value, and when its look-up began: it may reflect changes before that, but none after it. */
export interface CachedValue<Value> {
  value: Value;
  knownAtMs: number;
}

interface Entry<Value> extends CachedValue<Value> {
  /** When the running background look-up began; null: none is running. */
  refreshingSinceMs: number | null;
}

/** A running look-up; others read its result here. */
interface LookUp<Value> {
  beganAtMs: number;
  end: CachedValue<Value> | 'failed' | null;
}

export interface LookUpCacheSettings<Value> {
  maxEntries: number;
  lifetimeMs: (value: Value) => number;
  /** How long a value may be used while its source doesn't respond; less than the lifetime means no longer than that. */
  keptMs: (value: Value) => number;
  /** How long a look-up accepts more callers of its key; at most the shortest lifetime, because they may get such a value. */
  sharedMs: number;
  nowMs: () => number;
}

/** A slower look-up has failed: webhook callers wait 3 to 10 seconds at most. */
const LOOK_UP_PATIENCE_MS = 2_000;
/** How often a caller polls a shared look-up; less often the longer it waits, because each poll costs a timer. */
const SHORTEST_LOOK_MS = 2;
const LONGEST_LOOK_MS = 50;
/** Part of its lifetime after which a value is looked up again in the background. */
const REFRESH_AFTER = 0.6;
/** While the source doesn't respond, it is asked at most this often. */
const PROBE_EVERY_MS = 1_000;
/** A failure longer ago than this says nothing about the source's current state. */
const FAILURE_COUNTS_MS = 10_000;

/** The source just failed to respond, so it wasn't asked again. */
export class SourceAwayError extends Error {
  override readonly name = 'SourceAwayError';
}

/**
 * Caches looked-up values for a while and forgets the least recently used first. An aging value is looked up again
 * in the background, so its callers don't wait; while the source doesn't respond, callers get the last known value.
 * Callers that come during their key's look-up share it. Values are stored, never promises, because in a Worker a promise
 * dies with the request that made it: each sharing caller waits with its own timers.
 */
export class LookUpCache<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  /** Oldest first. */
  readonly #lookUps = new Map<string, LookUp<Value>>();
  readonly #settings: LookUpCacheSettings<Value>;
  #forgottenCount = 0;
  #failedAtMs: number | null = null;
  #probedAtMs = Number.NEGATIVE_INFINITY;

  constructor(settings: LookUpCacheSettings<Value>) {
    this.#settings = settings;
  }

  /**
   * @param inBackground keeps the caller's request alive for a look-up that its response doesn't wait for, or that others share.
   * @throws what `load` throws, or SourceAwayError if no cached value may be used.
   */
  async get(key: string, load: () => Promise<Value>, inBackground: (work: Promise<unknown>) => void): Promise<CachedValue<Value>> {
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

  /** Forgets a key; a look-up that began before isn't remembered either, and accepts no more callers. */
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

  async #ask(key: string, load: () => Promise<Value>, inBackground: (work: Promise<unknown>) => void): Promise<CachedValue<Value>> {
    const nowMs = this.#settings.nowMs();
    const lookUp = this.#lookUps.get(key);
    if (lookUp && nowMs - lookUp.beganAtMs < this.#settings.sharedMs) return this.#share(lookUp);
    if (this.#isAway(nowMs) && nowMs - this.#probedAtMs < PROBE_EVERY_MS) throw new SourceAwayError('The source isn’t responding');
    this.#probedAtMs = nowMs;
    const work = this.#load(key, load);
    inBackground(work.catch(() => undefined));
    return work;
  }

  async #share(lookUp: LookUp<Value>): Promise<CachedValue<Value>> {
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

  async #load(key: string, load: () => Promise<Value>): Promise<CachedValue<Value>> {
    const forgottenBefore = this.#forgottenCount;
    const knownAtMs = this.#settings.nowMs();
    const lookUp = this.#begin(key, knownAtMs);
    try {
      const entry = { value: await lookUpInTime(load()), knownAtMs, refreshingSinceMs: null };
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

  /** Also drops look-ups that accept no more callers: one that died with its request hasn't dropped itself. */
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

/** False for a look-up that must have ended unseen, with its request. */
function isRefreshing({ refreshingSinceMs }: Entry<unknown>, nowMs: number): boolean {
  return refreshingSinceMs !== null && nowMs - refreshingSinceMs <= LOOK_UP_PATIENCE_MS + PROBE_EVERY_MS;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** @throws SourceAwayError if the response doesn't come in time */
export function lookUpInTime<Value>(look: Promise<Value>): Promise<Value> {
  return inTime(look, LOOK_UP_PATIENCE_MS, () => new SourceAwayError(`No response within ${LOOK_UP_PATIENCE_MS} ms`));
}

/** Senders of webhooks retry after a 5xx. */
export function lookUpProblem(error: unknown): unknown {
  if (!(error instanceof SourceAwayError) && !isDatabaseAway(error)) return error;
  return new ApiProblem(503, 'database-away', 'Portage can’t reach its database right now. Please try again in a moment.', {
    cause: error,
    headers: { 'retry-after': '5' },
  });
}
