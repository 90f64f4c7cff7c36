import type { ActiveRun } from './active-run.ts';

/** The start of a run that waits for room. */
interface KeptStart {
  /** About how much it holds, as bytes of JSON. */
  bytes: number;
  make(): ActiveRun;
}

/**
 * Small starts of runs that wait on disk, so that most need not be read again when their turn comes. What does not fit is read from disk,
 * as is everything after an end of the object.
 */
export class KeptStarts {
  readonly #mostBytes: number;
  readonly #starts = new Map<number, KeptStart>();
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  keep(runKey: number, start: KeptStart): void {
    if (this.#bytes + start.bytes > this.#mostBytes) return;
    this.#starts.set(runKey, start);
    this.#bytes += start.bytes;
  }

  /** @returns null where the run has to be read from disk. */
  take(runKey: number): KeptStart | null {
    const start = this.#starts.get(runKey);
    if (!start) return null;
    this.#starts.delete(runKey);
    this.#bytes -= start.bytes;
    return start;
  }
}
