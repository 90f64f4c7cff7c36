import { inTime } from '@portage/primitives/in-time';
import { WorkBudget, workLimits } from '@portage/workflow';

/** For all expressions of one preview: 1 s. */
const MOST_WORK = 1_000 * workLimits.unitsPerMs;
/** Expressions get a quarter of the thread: after 10 ms of work, all previews of their owner pause for 30 ms. */
const PAUSE_PER_WORK = 3;

/** Until when the expressions of each owner's previews pause in this isolate. */
const pausedUntilMs = new Map<string, number>();

/** A preview's budget: it ends in time, whatever the systems and expressions do. */
export class PreviewBudget {
  readonly work = new WorkBudget();
  readonly #ownerUserId: string;
  readonly #endsAtMs: number;
  readonly #pause: (ms: number) => Promise<void>;
  #callsLeft: number;
  #workPaused = 0;

  constructor(ownerUserId: string, longestMs: number, mostCalls: number, pause = wait) {
    this.#ownerUserId = ownerUserId;
    this.#endsAtMs = Date.now() + longestMs;
    this.#callsLeft = mostCalls;
    this.#pause = pause;
  }

  /** Yields the thread after expressions worked. Previews of the same owner share one queue. @throws PreviewOver */
  async rest(): Promise<void> {
    const workedMs = (this.work.used - this.#workPaused) / workLimits.unitsPerMs;
    // Too little to need a pause; the next rest counts it.
    if (workedMs < 1) return;
    this.#workPaused = this.work.used;
    if (this.work.used > MOST_WORK) throw new PreviewOver('The expressions of this mapping take too long for a preview. Simplify them.');
    const nowMs = Date.now();
    const endsAtMs = Math.max(nowMs, pausedUntilMs.get(this.#ownerUserId) ?? 0) + workedMs * PAUSE_PER_WORK;
    if (endsAtMs > this.#endsAtMs) throw new PreviewOver('Together, your previews take too long. Wait a minute, then try again.');
    pausedUntilMs.set(this.#ownerUserId, endsAtMs);
    await this.#pause(endsAtMs - nowMs);
    if (pausedUntilMs.get(this.#ownerUserId) === endsAtMs) pausedUntilMs.delete(this.#ownerUserId);
  }

  /** Makes a call and waits while time remains. @throws PreviewOver */
  async spend<Value>(call: () => Promise<Value>): Promise<Value> {
    const leftMs = this.#endsAtMs - Date.now();
    if (this.#callsLeft <= 0 || leftMs <= 0) throw new PreviewOver();
    this.#callsLeft -= 1;
    return inTime(call(), leftMs, () => {
      // A timer may be a millisecond ahead of the clock.
      this.#callsLeft = 0;
      return new PreviewOver();
    });
  }
}

/** Not a fault: there was no time left. */
export class PreviewOver extends Error {
  override readonly name = 'PreviewOver';

  constructor(message = 'The systems took too long, so the preview ended before this was looked up.') {
    super(message);
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
