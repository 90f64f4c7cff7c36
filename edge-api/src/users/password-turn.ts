import { ApiProblem } from '../http/api-problem.ts';

/** After a hash, other calls get the isolate for this many times the hash's duration. */
const ROOM_FACTOR = 2;
/** A call that would wait longer is refused at once. */
const LONGEST_WAIT_MS = 15_000;
/** Assumed duration of a hash until one is measured (docs/decisions/passwords-are-hashed-in-the-worker.md). */
const FIRST_GUESS_MS = 140;
/** A clock jump or a paused machine must not stretch a turn to minutes. */
const LONGEST_HASH_MS = 2_000;
/** How often waiting calls check whether it is their turn. */
const LOOK_MS = 100;
/** Most addresses and accounts whose last turn is remembered. */
const MOST_REMEMBERED = 1_000;

interface Clock {
  now(): number;
  wait(ms: number): Promise<unknown>;
}

/** The caller of a hash: addresses take turns, and accounts within an address do too. */
export interface HashCaller {
  place: string;
  account: string;
}

interface WaitingCall extends HashCaller {
  lookedAtMs: number;
}

const isolateClock: Clock = { now: () => Date.now(), wait: (ms) => scheduler.wait(ms) };

/**
 * Runs password hashes one at a time, with pauses between them: a hash holds up every other call in its isolate. A turn is
 * as long as the last hash actually took, so a slow or busy machine leaves the same share to other calls. The next turn goes to
 * the address whose last turn was longest ago, so a flood from one address waits for itself.
 *
 * Calls poll for their turn instead of being woken: in a Worker one request can't wait for another's promise. A
 * request whose caller has left never reports its end; it stops polling, and its turn passes to the next.
 */
export class PasswordTurns {
  readonly #clock: Clock;
  #hashMs = FIRST_GUESS_MS;
  /** Until then the isolate is reserved for the running hash and the calls after it. */
  #takenUntilMs = 0;
  /** In order of arrival. */
  readonly #waiting = new Set<WaitingCall>();
  readonly #lastTurns = new Map<string, number>();
  #turnCount = 0;

  constructor(clock: Clock = isolateClock) {
    this.#clock = clock;
  }

  /** @throws ApiProblem 503 if the wait would be too long */
  async take<Value>(hash: () => Promise<Value>, caller: HashCaller = { place: '', account: '' }): Promise<Value> {
    await this.#waitForTurn(caller);
    const startedAtMs = this.#clock.now();
    try {
      return await hash();
    } finally {
      // In a Worker the clock stops while code runs, and advances with the next event.
      await this.#clock.wait(0);
      const endedAtMs = this.#clock.now();
      this.#hashMs = Math.min(LONGEST_HASH_MS, Math.max(1, endedAtMs - startedAtMs));
      this.#takenUntilMs = endedAtMs + this.#hashMs * ROOM_FACTOR;
    }
  }

  async #waitForTurn(caller: HashCaller): Promise<void> {
    const lastAtMs = this.#clock.now() + LONGEST_WAIT_MS;
    const call = { ...caller, lookedAtMs: this.#clock.now() };
    this.#forgetAbsent();
    if (this.#turnsBefore(call) * this.#hashMs * (1 + ROOM_FACTOR) > LONGEST_WAIT_MS) throw busy();
    try {
      for (;;) {
        const nowMs = this.#clock.now();
        if (nowMs > lastAtMs) throw busy();
        call.lookedAtMs = nowMs;
        // Added again each time: it may have been dropped as absent while the machine was paused.
        this.#waiting.add(call);
        this.#forgetAbsent();
        // After the clock is set back, people must not wait for the old time to come again.
        if (this.#takenUntilMs > nowMs + LONGEST_HASH_MS * (1 + ROOM_FACTOR)) this.#takenUntilMs = nowMs;
        const freeInMs = this.#takenUntilMs - nowMs;
        if (freeInMs <= 0 && this.#next() === call) break;
        await this.#clock.wait(freeInMs > 0 ? Math.min(freeInMs, LOOK_MS) : LOOK_MS);
      }
      this.#takenUntilMs = this.#clock.now() + LONGEST_HASH_MS;
      this.#noteTurn(call);
    } finally {
      this.#waiting.delete(call);
    }
  }

  /** Drops calls that haven't polled for longer than a hash can have held them up. */
  #forgetAbsent(): void {
    const nowMs = this.#clock.now();
    const longestMs = 3 * LOOK_MS + this.#hashMs;
    for (const call of this.#waiting) {
      if (Math.abs(nowMs - call.lookedAtMs) > longestMs) this.#waiting.delete(call);
    }
  }

  #next(): WaitingCall | undefined {
    const [first, ...others] = this.#waiting;
    return others.reduce((next, call) => (this.#comesBefore(call, next as WaitingCall) ? call : next), first);
  }

  #comesBefore(a: HashCaller, b: HashCaller): boolean {
    const byPlace = this.#lastTurn(a.place) - this.#lastTurn(b.place);
    return byPlace < 0 || (byPlace === 0 && this.#lastTurn(accountKey(a)) < this.#lastTurn(accountKey(b)));
  }

  /** Turns before this call's: from each address as many as its own has waiting, plus one if the other address is due first. */
  #turnsBefore({ place }: HashCaller): number {
    const waiting = new Map<string, number>();
    for (const call of this.#waiting) waiting.set(call.place, (waiting.get(call.place) ?? 0) + 1);
    const own = waiting.get(place) ?? 0;
    const isDueFirst = (other: string) => other !== place && this.#lastTurn(other) <= this.#lastTurn(place);
    return [...waiting].reduce((turns, [other, count]) => turns + Math.min(count, own + Number(isDueFirst(other))), 0);
  }

  #noteTurn(caller: HashCaller): void {
    this.#turnCount += 1;
    for (const key of [caller.place, accountKey(caller)]) {
      this.#lastTurns.delete(key);
      this.#lastTurns.set(key, this.#turnCount);
    }
    for (const oldest of this.#lastTurns.keys()) {
      if (this.#lastTurns.size <= MOST_REMEMBERED) break;
      this.#lastTurns.delete(oldest);
    }
  }

  #lastTurn(key: string): number {
    return this.#lastTurns.get(key) ?? 0;
  }
}

function accountKey({ place, account }: HashCaller): string {
  return `${place} ${account}`;
}

const turns = new PasswordTurns();

/**
 * Runs a password hash when its turn comes.
 *
 * @throws ApiProblem 503 if the wait would be too long
 */
export function inPasswordTurn<Value>(caller: HashCaller, hash: () => Promise<Value>): Promise<Value> {
  return turns.take(hash, caller);
}

export function busy(): ApiProblem {
  return new ApiProblem(503, 'busy', 'Too many people are signing in right now. Please try again in a moment.', {
    headers: { 'retry-after': '5' },
  });
}
