import type { ActiveRun } from '../active-run/active-run.ts';
import { runLimits } from '../limits.ts';

interface ReturningPorts {
  /** Null if the run has ended, cannot be read, or waits for memory. */
  load(runKey: number): ActiveRun | null;
  needsData(run: ActiveRun): boolean;
  prepare(run: ActiveRun): Promise<unknown>;
  onPrepared(): void;
}

/** Runs that were active, or may have been, when the object ended. Each of them returns alone. */
export class ReturningRuns {
  readonly #ports: ReturningPorts;
  /** Keys of runs on disk, in order. */
  readonly #quarantined = new Set<number>();
  readonly #ready: ActiveRun[] = [];
  #preparing = 0;

  constructor(ports: ReturningPorts) {
    this.#ports = ports;
  }

  add(runKey: number): void {
    this.#quarantined.add(runKey);
  }

  addReady(run: ActiveRun): void {
    this.#ready.push(run);
  }

  has(runKey: number): boolean {
    return this.#quarantined.has(runKey);
  }

  get hasQuarantined(): boolean {
    return this.#quarantined.size > 0;
  }

  get isEmpty(): boolean {
    return this.#ready.length === 0 && this.#quarantined.size === 0;
  }

  /** @returns null if that run has ended, or still waits for data or memory; the next call may return another run */
  next(): ActiveRun | null {
    return this.#ready.shift() ?? this.#nextQuarantined();
  }

  /** Data is read while other runs work, and costs no strike: a crash in the meantime isn't this run's fault. */
  #nextQuarantined(): ActiveRun | null {
    const [runKey] = this.#quarantined;
    if (runKey === undefined) return null;
    this.#quarantined.delete(runKey);
    const run = this.#ports.load(runKey);
    if (!run || this.#preparing >= runLimits.activeRuns || !this.#ports.needsData(run)) return run;
    this.#preparing += 1;
    void this.#ports.prepare(run).then(() => {
      this.#preparing -= 1;
      this.#ready.push(run);
      this.#ports.onPrepared();
    });
    return null;
  }
}
