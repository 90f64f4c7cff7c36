/** A process as the system sees it at one moment. */
export interface ProcessSample {
  pid: number;
  /** R runs or wants to, S waits for something, D waits for a disk, T is stopped. */
  state: string;
  /** Processor time that its main thread has used so far. */
  cpuMs: number;
  /** A debugger holds it. */
  isTraced: boolean;
}

/** What a process may do without a response before it counts as hanging. */
export const hangLimits = {
  /** Of its own processor time: a machine that is merely busy gives it less of that. */
  cpuMs: 15_000,
  /** The same before its first response: it loads everything then. */
  startingCpuMs: 45_000,
  /** Samples in a row for which it was stopped, or waited without using any processor time. */
  stoppedSamples: 20,
  idleSamples: 90,
} as const;

/** Decides by samples, taken about once a second, whether a process that gives no response hangs. */
export class HangDetector {
  #pid = 0;
  #hasResponded = false;
  #cpuMs = 0;
  #lastCpuMs = 0;
  #stopped = 0;
  #idle = 0;

  /** The process has responded: its patience begins anew. */
  responded(): void {
    this.#hasResponded = true;
    this.#cpuMs = this.#lastCpuMs;
    this.#stopped = 0;
    this.#idle = 0;
  }

  /** @returns whether the process hangs */
  sample({ pid, state, cpuMs, isTraced }: ProcessSample): boolean {
    if (pid !== this.#pid) this.#begin(pid);
    const isIdle = cpuMs === this.#lastCpuMs;
    this.#lastCpuMs = cpuMs;
    if (isTraced || state === 't') {
      this.#cpuMs = cpuMs;
      return false;
    }
    this.#stopped = state === 'T' ? this.#stopped + 1 : 0;
    this.#idle = state === 'S' && isIdle && this.#hasResponded ? this.#idle + 1 : 0;
    const mostCpuMs = this.#hasResponded ? hangLimits.cpuMs : hangLimits.startingCpuMs;
    return cpuMs - this.#cpuMs >= mostCpuMs || this.#stopped >= hangLimits.stoppedSamples || this.#idle >= hangLimits.idleSamples;
  }

  #begin(pid: number): void {
    this.#pid = pid;
    this.#hasResponded = false;
    this.#cpuMs = 0;
    this.#lastCpuMs = 0;
    this.#stopped = 0;
    this.#idle = 0;
  }
}
