/** While starts arrive one by one, one in this many waits for others. */
const PROBE_EVERY = 8;
/** After a group of several starts, more are expected within this time. */
const BURST_MS = 20;
/**
 * For this long after such a group, every start waits for others. An owner's starts go from shard to shard, 32 at a time, so the
 * next ones arrive after a while.
 */
const COMPANY_MS = 500;
/**
 * Callers who got their responses together call again within two turns of the event loop. Longer waits gained nothing with 16 and
 * 64 callers (bench/history.md).
 */
const GROUP_TURNS = 2;
/**
 * This many starts within one or two of these spans are a flood. An owner's starts go from shard to shard, so a
 * shorter span would miss them.
 */
const FLOOD_STARTS = 100;
const FLOOD_SPAN_MS = 250;

/**
 * Writes starts that arrive at the same time together, in one commit (+20 to 60 % starts per second with 16 and 64 callers). A single
 * caller does not wait for others; every few starts, the group checks whether more arrive.
 */
export class StartGroup {
  readonly #nextTurn: () => Promise<void>;
  readonly #now: () => number;
  #turn: Promise<void> | null = null;
  #next: PromiseWithResolvers<void> | null = null;
  #members = 0;
  #alone = 0;
  #burstUntilMs = 0;
  #companyUntilMs = 0;
  #spanSinceMs = 0;
  #inSpan = 0;
  #inSpanBefore = 0;

  /** @param nextTurn resolves once the pending events have come in. */
  constructor(nextTurn: () => Promise<void>, now: () => number) {
    this.#nextTurn = nextTurn;
    this.#now = now;
  }

  get isBurst(): boolean {
    return this.#turn !== null || this.#now() < this.#burstUntilMs;
  }

  get isFlood(): boolean {
    this.#passSpan(this.#now());
    return this.#inSpanBefore + this.#inSpan >= FLOOD_STARTS;
  }

  /** Resolves when the caller's group is complete. */
  async join(): Promise<void> {
    if (!this.#turn) {
      if (this.#now() >= this.#companyUntilMs) {
        this.#alone += 1;
        if (this.#alone % PROBE_EVERY !== 0) return;
      }
      this.#members = 0;
      this.#turn = this.#untilComplete().then(() => {
        this.#turn = null;
        this.#next?.resolve();
        this.#next = null;
        if (this.#members === 1) return;
        this.#burstUntilMs = this.#now() + BURST_MS;
        this.#companyUntilMs = this.#now() + COMPANY_MS;
      });
    }
    this.#members += 1;
    await this.#turn;
  }

  /** Resolves when the next group is complete: what is written then shares the commit of its starts. */
  nextGroup(): Promise<void> {
    this.#next ??= Promise.withResolvers();
    return this.#next.promise;
  }

  async #untilComplete(): Promise<void> {
    for (let turn = 0; turn < GROUP_TURNS; turn += 1) await this.#nextTurn();
  }

  /** Called when a run whose caller doesn't wait has started, so it can be run later. */
  noteStart(): void {
    this.#passSpan(this.#now());
    this.#inSpan += 1;
  }

  #passSpan(nowMs: number): void {
    const passedMs = nowMs - this.#spanSinceMs;
    if (passedMs < FLOOD_SPAN_MS) return;
    this.#inSpanBefore = passedMs < 2 * FLOOD_SPAN_MS ? this.#inSpan : 0;
    this.#inSpan = 0;
    this.#spanSinceMs = nowMs;
  }
}
