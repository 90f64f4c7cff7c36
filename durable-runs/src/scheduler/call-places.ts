interface Options {
  most: number;
  mostOfGroup: number;
}

/**
 * Which runs of a shard may wait for an outside response at the same time. A run that finds no free slot waits in order. Groups
 * (workflows) take turns, and no group may hold all slots, so one dead partner does not block other workflows' calls.
 */
export class CallSlots {
  readonly #options: Options;
  readonly #taken = new Map<number, string>();
  readonly #countOf = new Map<string, number>();
  /** Groups in the order of their turns. */
  readonly #queues = new Map<string, number[]>();
  /** Runs that still wait. A queue may keep a run that has left for a while. */
  readonly #waiting = new Set<number>();

  constructor(options: Options) {
    this.#options = options;
  }

  get waitingCount(): number {
    return this.#waiting.size;
  }

  isWaiting(runKey: number): boolean {
    return this.#waiting.has(runKey);
  }

  holds(runKey: number): boolean {
    return this.#taken.has(runKey);
  }

  hasWaiting(group: string): boolean {
    return this.#first(group) !== undefined;
  }

  /** @returns false if the run has to wait. */
  take(runKey: number, group: string): boolean {
    if (this.#taken.has(runKey)) return true;
    if (this.hasWaiting(group) || !this.#hasRoom(group)) return false;
    this.#give(runKey, group);
    return true;
  }

  wait(runKey: number, group: string): void {
    if (this.#waiting.has(runKey)) return;
    this.#waiting.add(runKey);
    const queue = this.#queues.get(group);
    if (queue) queue.push(runKey);
    else this.#queues.set(group, [runKey]);
  }

  /** Gives a free slot to the run whose turn it is; null if no slot is free, or no run may have it. */
  next(): number | null {
    for (const group of [...this.#queues.keys()]) {
      if (!this.#hasRoom(group)) continue;
      const runKey = this.#first(group);
      const queue = this.#queues.get(group);
      this.#queues.delete(group);
      if (runKey === undefined || !queue) continue;
      queue.shift();
      // To the end, because the next turn is another group's.
      if (queue.length > 0) this.#queues.set(group, queue);
      this.#waiting.delete(runKey);
      this.#give(runKey, group);
      return runKey;
    }
    return null;
  }

  /** Gives up the run's slot, or its position in the queue. */
  leave(runKey: number): void {
    this.#waiting.delete(runKey);
    const group = this.#taken.get(runKey);
    if (group === undefined) return;
    this.#taken.delete(runKey);
    const left = (this.#countOf.get(group) ?? 1) - 1;
    if (left === 0) this.#countOf.delete(group);
    else this.#countOf.set(group, left);
  }

  #give(runKey: number, group: string): void {
    this.#taken.set(runKey, group);
    this.#countOf.set(group, (this.#countOf.get(group) ?? 0) + 1);
  }

  #hasRoom(group: string): boolean {
    return this.#taken.size < this.#options.most && (this.#countOf.get(group) ?? 0) < this.#options.mostOfGroup;
  }

  /** Returns undefined if none of the group's runs still waits. */
  #first(group: string): number | undefined {
    const queue = this.#queues.get(group);
    while (queue && queue.length > 0 && !this.#waiting.has(queue[0] as number)) queue.shift();
    return queue?.[0];
  }
}
