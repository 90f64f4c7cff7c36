import type { ActiveRun } from '../active-run/active-run.ts';

interface CachedStart {
  /** Roughly how much memory it takes, in bytes of JSON. */
  bytes: number;
  make(): ActiveRun;
}

/**
 * Small starts of runs that wait on disk, so that most needn't be read again when their turn comes. Starts that don't fit are read from
 * disk, and so are all starts after the object has restarted.
 */
export class CachedStarts {
  readonly #mostBytes: number;
  readonly #starts = new Map<number, CachedStart>();
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  keep(runKey: number, start: CachedStart): void {
    if (this.#bytes + start.bytes > this.#mostBytes) return;
    this.#starts.set(runKey, start);
    this.#bytes += start.bytes;
  }

  /** @returns null if the run has to be read from disk. */
  take(runKey: number): CachedStart | null {
    const start = this.#starts.get(runKey);
    if (!start) return null;
    this.#starts.delete(runKey);
    this.#bytes -= start.bytes;
    return start;
  }
}
