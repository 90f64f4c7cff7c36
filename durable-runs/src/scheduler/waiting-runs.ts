/** This many slots at the front of a queue may be empty before they are released. */
const EMPTY_PLACES = 1_024;

/**
 * Runs on disk that wait for their turn. Runs of one group go in order, and the groups take turns. A thousand runs of one workflow delay
 * a run of another by one run, not by a thousand.
 */
export class WaitingRuns {
  /** The group whose turn it is comes first. */
  readonly #groups = new Map<string, Queue>();
  readonly #runKeys = new Set<number>();

  get size(): number {
    return this.#runKeys.size;
  }

  has(runKey: number): boolean {
    return this.#runKeys.has(runKey);
  }

  add(runKey: number, group: string): void {
    if (this.#runKeys.has(runKey)) return;
    this.#runKeys.add(runKey);
    const queue = this.#groups.get(group) ?? new Queue();
    queue.add(runKey);
    this.#groups.set(group, queue);
  }

  /** Removes the run whose turn it is; null if none waits. */
  next(): number | null {
    const [first] = this.#groups;
    if (!first) return null;
    const [group, queue] = first;
    const runKey = queue.take();
    if (queue.isEmpty || this.#groups.size > 1) this.#groups.delete(group);
    if (!queue.isEmpty) this.#groups.set(group, queue);
    this.#runKeys.delete(runKey);
    return runKey;
  }
}

/** An array's own `shift` moves all other elements when there are very many. */
class Queue {
  #runKeys: number[] = [];
  #first = 0;

  get isEmpty(): boolean {
    return this.#first === this.#runKeys.length;
  }

  add(runKey: number): void {
    this.#runKeys.push(runKey);
  }

  take(): number {
    const runKey = this.#runKeys[this.#first] as number;
    this.#first += 1;
    if (this.#first >= EMPTY_PLACES && this.#first * 2 >= this.#runKeys.length) {
      this.#runKeys = this.#runKeys.slice(this.#first);
      this.#first = 0;
    }
    return runKey;
  }
}
