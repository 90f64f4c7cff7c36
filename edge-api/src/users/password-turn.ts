import { ApiProblem } from '../http/api-problem.ts';

/** After a hash, other calls have the isolate for this many times what the hash took. */
const ROOM_FACTOR = 2;
/** A call that would wait longer is refused at once. */
const LONGEST_WAIT_MS = 15_000;
/** Assumed time of a hash until one was measured (docs/decisions/passwords-are-hashed-in-the-worker.md). */
const FIRST_GUESS_MS = 140;
/** A clock that jumps, or a machine that stood still, must not stretch a turn to minutes. */
const LONGEST_HASH_MS = 2_000;

interface Clock {
  now(): number;
  wait(ms: number): Promise<unknown>;
}

const isolateClock: Clock = { now: () => Date.now(), wait: (ms) => scheduler.wait(ms) };

/**
 * Lets password hashes run one at a time, with room between them: a hash holds up every other call of its isolate. A turn is
 * as long as the last hash really took, so a slow or busy machine leaves the same share to other calls. Turns are times,
 * not a queue of promises: in a Worker one request cannot wait for a promise of another, and a request whose caller has left
 * never says that it ended.
 */
export class PasswordTurns {
  readonly #clock: Clock;
  #hashMs = FIRST_GUESS_MS;
  /** When the next one to come may expect its turn. */
  #nextTurnAtMs = 0;
  /** Until then the isolate belongs to the hash that runs and the calls after it. */
  #takenUntilMs = 0;

  constructor(clock: Clock = isolateClock) {
    this.#clock = clock;
  }

  /** @throws ApiProblem 503 when the wait would be too long */
  async take<Value>(hash: () => Promise<Value>): Promise<Value> {
    await this.#waitForTurn();
    const startedAtMs = this.#clock.now();
    this.#takenUntilMs = startedAtMs + LONGEST_HASH_MS;
    try {
      return await hash();
    } finally {
      // In a Worker the clock stands still while code runs, and moves on with the next event.
      await this.#clock.wait(0);
      this.#learn(startedAtMs, this.#clock.now());
    }
  }

  async #waitForTurn(): Promise<void> {
    const askedAtMs = this.#clock.now();
    const lastAtMs = askedAtMs + LONGEST_WAIT_MS;
    // A clock that was set back must not make people wait for the old time to come again.
    const farthestMs = lastAtMs + LONGEST_HASH_MS * (1 + ROOM_FACTOR);
    if (this.#nextTurnAtMs > farthestMs) this.#nextTurnAtMs = askedAtMs;
    if (this.#takenUntilMs > farthestMs) this.#takenUntilMs = askedAtMs;

    const turnAtMs = Math.max(askedAtMs, this.#nextTurnAtMs);
    if (turnAtMs > lastAtMs) throw busy();
    this.#nextTurnAtMs = turnAtMs + this.#turnMs;
    if (turnAtMs > askedAtMs) await this.#clock.wait(turnAtMs - askedAtMs);
    // Hashes before this one may have taken longer than was expected.
    for (let nowMs = this.#clock.now(); nowMs < this.#takenUntilMs; nowMs = this.#clock.now()) {
      if (nowMs > lastAtMs) throw busy();
      await this.#clock.wait(this.#takenUntilMs - nowMs);
    }
  }

  #learn(startedAtMs: number, endedAtMs: number): void {
    const expectedMs = this.#turnMs;
    this.#hashMs = Math.min(LONGEST_HASH_MS, Math.max(1, endedAtMs - startedAtMs));
    this.#takenUntilMs = endedAtMs + this.#hashMs * ROOM_FACTOR;
    this.#nextTurnAtMs = Math.max(this.#nextTurnAtMs + this.#turnMs - expectedMs, this.#takenUntilMs);
  }

  get #turnMs(): number {
    return this.#hashMs * (1 + ROOM_FACTOR);
  }
}

const turns = new PasswordTurns();

/**
 * Runs a password hash when its turn has come.
 *
 * @throws ApiProblem 503 when the wait would be too long
 */
export function inPasswordTurn<Value>(hash: () => Promise<Value>): Promise<Value> {
  return turns.take(hash);
}

export function busy(): ApiProblem {
  return new ApiProblem(503, 'busy', 'Too many people are signing in just now. Please try again in a moment.', {
    headers: { 'retry-after': '5' },
  });
}
