import { dataLimits } from '@portage/contracts';
import { ApiProblem } from '../http/api-problem.ts';

interface TurnLimits {
  /** Bodies up to this size don't wait. */
  freeBytes: number;
  /** Total bytes of larger bodies processed at once. Until its run has started, a body exists about five times: bytes, text, value, RPC. */
  bytesAtOnce: number;
  mostWaiting: number;
  waitMs: number;
  /** After this time a call continues, but its room is freed: a slow sender doesn't hold the others up forever. */
  holdMs: number;
  /** How long an owner's next body waits after the work, as a share of the work's time (`holdMs` at most): small calls get the thread. */
  restShare: number;
}

const LIMITS: TurnLimits = {
  freeBytes: 100_000,
  bytesAtOnce: 12_000_000,
  mostWaiting: 500,
  waitMs: 180_000,
  holdMs: 30_000,
  restShare: 0,
};

/** How often a waiting call polls, and after how long without a poll it counts as gone. */
const LOOK_MS = 20;
const GONE_MS = 2_000;

interface Turn {
  /** Its place in the order of arrivals. */
  arrival: number;
  owner: string;
  bytes: number;
  /** The work is done. Only bodies of the same owner still wait for its end. */
  isResting: boolean;
  /** For a waiting turn, when it counts as gone unless it polls again. For a running turn, the time it ends at the latest. */
  untilMs: number;
}

/**
 * Makes large bodies take turns, so that simultaneous calls stay within an isolate's 128 MB. Calls poll for their turn:
 * in a Worker, one call can't wake another. A call whose caller has left stops without a word, so every turn
 * also ends by the clock. Owners alternate: one who sends many bodies keeps another waiting for one of them.
 */
export class BodyTurns {
  readonly #limits: TurnLimits;
  readonly #waiting: Turn[] = [];
  readonly #underWay = new Set<Turn>();
  #lastOwner: string | null = null;
  #arrivals = 0;

  constructor(limits: Partial<TurnLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  /** Bytes that a body of this owner has to wait for. */
  bytesUnderWay(owner: string): number {
    let sum = 0;
    for (const turn of this.#underWay) {
      if (turn.untilMs <= Date.now()) this.#underWay.delete(turn);
      else if (!turn.isResting || turn.owner === owner) sum += turn.bytes;
    }
    return sum;
  }

  /**
   * Does the work once there is room for its body.
   *
   * @throws ApiProblem 503 `busy` after a long wait, and what the work throws.
   */
  async hold<T>(owner: string, bytes: number, work: () => Promise<T>): Promise<T> {
    if (bytes <= this.#limits.freeBytes) return work();
    this.#arrivals += 1;
    const turn = { arrival: this.#arrivals, owner, bytes, isResting: false, untilMs: Date.now() + GONE_MS };
    await this.#take(turn);
    const beganMs = Date.now();
    try {
      return await work();
    } finally {
      const nowMs = Date.now();
      turn.isResting = true;
      turn.untilMs = nowMs + Math.min(nowMs - beganMs, this.#limits.holdMs) * this.#limits.restShare;
    }
  }

  async #take(turn: Turn): Promise<void> {
    if (this.#waiting.length >= this.#limits.mostWaiting) throw busy();
    this.#wait(turn);
    const lastMs = Date.now() + this.#limits.waitMs;
    while (!this.#isNext(turn)) {
      if (Date.now() >= lastMs) {
        this.#leave(turn);
        throw busy();
      }
      turn.untilMs = Date.now() + GONE_MS;
      this.#wait(turn);
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    this.#leave(turn);
    turn.untilMs = Date.now() + this.#limits.holdMs;
    this.#lastOwner = turn.owner;
    this.#underWay.add(turn);
  }

  /** Puts a turn in its place, also one that others counted as gone because the thread was busy when it should have polled. */
  #wait(turn: Turn): void {
    if (this.#waiting.includes(turn)) return;
    const later = this.#waiting.findIndex(({ arrival }) => arrival > turn.arrival);
    this.#waiting.splice(later < 0 ? this.#waiting.length : later, 0, turn);
  }

  #isNext(turn: Turn): boolean {
    let next = this.#findNext();
    for (; next && next !== turn && next.untilMs < Date.now(); next = this.#findNext()) this.#leave(next);
    const underWay = this.bytesUnderWay(turn.owner);
    return next === turn && (underWay === 0 || underWay + turn.bytes <= this.#limits.bytesAtOnce);
  }

  #findNext(): Turn | undefined {
    return this.#waiting.find(({ owner }) => owner !== this.#lastOwner) ?? this.#waiting[0];
  }

  #leave(turn: Turn): void {
    const at = this.#waiting.indexOf(turn);
    if (at >= 0) this.#waiting.splice(at, 1);
  }
}

/** The announced size of a body; without an announcement, the largest allowed. */
export function bytesToCome(request: Request): number {
  const announced = request.headers.get('content-length');
  if (announced !== null) return Math.min(Number(announced), dataLimits.webhookBodyBytes);
  // Read last: accessing `body` creates a stream.
  return request.body ? dataLimits.webhookBodyBytes : 0;
}

function busy(): ApiProblem {
  return new ApiProblem(503, 'busy', 'Too many large calls are in progress. Please send this one again.', {
    headers: { 'retry-after': '10' },
  });
}
