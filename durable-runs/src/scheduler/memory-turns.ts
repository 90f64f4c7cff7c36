import type { MemoryObserver } from '../active-run/run-observer.ts';

interface Options {
  /** A run that holds at most this much doesn't need a turn. */
  smallBytes: number;
  /** A large run is admitted while all active runs together hold no more than this. */
  mostBytes: number;
  /** A large run that has grown gives way while all runs together hold more than this. */
  mostGrownBytes: number;
}

interface Held {
  /** The size expected when the run was admitted. */
  expected: number;
  bytes: number;
}

/**
 * Which runs of a shard may hold their values in memory. Large runs take turns, in order, because an isolate has 128 MB. A small run
 * never waits, and a large run never waits if it would be the only one.
 */
export class MemoryTurns {
  readonly #options: Options;
  readonly #observer: MemoryObserver;
  readonly #held = new Map<number, Held>();
  #heldBytes = 0;
  #largeCount = 0;
  #queue: number[] = [];
  readonly #waiting = new Map<number, number>();

  constructor(options: Options, observer: MemoryObserver) {
    this.#options = options;
    this.#observer = observer;
  }

  /** Roughly how many bytes all active runs hold. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  get waitingCount(): number {
    return this.#waiting.size;
  }

  isWaiting(runKey: number): boolean {
    return this.#waiting.has(runKey);
  }

  /** @returns false if the run has to wait for its turn. */
  take(runKey: number, expected: number): boolean {
    if (this.#waiting.has(runKey)) return false;
    if (this.#isLarge(expected) && (this.#waiting.size > 0 || !this.#fits(expected))) {
      this.wait(runKey, expected);
      return false;
    }
    this.#set(runKey, { expected, bytes: expected });
    return true;
  }

  wait(runKey: number, expected: number): void {
    this.leave(runKey);
    this.#waiting.set(runKey, expected);
    this.#queue.push(runKey);
    this.#observer.onMemoryWait();
  }

  /** Admits the next run; null if there is no room yet, or none waits. */
  next(): number | null {
    const runKey = this.#queue[0];
    const expected = runKey === undefined ? undefined : this.#waiting.get(runKey);
    if (runKey === undefined || expected === undefined || !this.#fits(expected)) return null;
    this.#queue.shift();
    this.#waiting.delete(runKey);
    this.#set(runKey, { expected, bytes: expected });
    return runKey;
  }

  /** Records how much the run holds now. Its expected size stays reserved, because it may not have read everything yet. */
  note(runKey: number, bytes: number): void {
    const held = this.#held.get(runKey);
    const expected = held?.expected ?? 0;
    // Most steps change nothing.
    if (Math.max(expected, bytes) !== held?.bytes) this.#set(runKey, { expected, bytes: Math.max(expected, bytes) });
  }

  /** @param bytes what the run really holds: evicting it would free this much. */
  mayStay(runKey: number, bytes: number): boolean {
    const { mostGrownBytes } = this.#options;
    if (!this.#isLarge(bytes) || this.#heldBytes <= mostGrownBytes) return true;
    const isOnlyLarge = this.#largeCount === 1 && this.#held.has(runKey);
    return isOnlyLarge && bytes <= mostGrownBytes;
  }

  /** Called when the run no longer holds values or waits for its turn. */
  leave(runKey: number): void {
    // The queue must not keep a key that returns later at a position further back.
    if (this.#waiting.delete(runKey)) this.#queue = this.#queue.filter((other) => other !== runKey);
    this.#set(runKey, null);
  }

  #isLarge(bytes: number): boolean {
    return bytes > this.#options.smallBytes;
  }

  #fits(bytes: number): boolean {
    return this.#largeCount === 0 || this.#heldBytes + bytes <= this.#options.mostBytes;
  }

  #set(runKey: number, held: Held | null): void {
    const before = this.#held.get(runKey)?.bytes ?? 0;
    const after = held?.bytes ?? 0;
    this.#heldBytes += after - before;
    this.#largeCount += Number(this.#isLarge(after)) - Number(this.#isLarge(before));
    if (held) this.#held.set(runKey, held);
    else this.#held.delete(runKey);
    if (this.#isLarge(after - before)) this.#observer.onHeld(this.#heldBytes);
  }
}
