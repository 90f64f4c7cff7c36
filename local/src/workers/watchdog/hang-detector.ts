export interface ProcessSample {
  pid: number;
  /** R runs or wants to, S waits for something, D waits for a disk, T is stopped. */
  state: string;
  /** Processor time that its main thread has used so far. */
  cpuMs: number;
  /** A debugger is attached. */
  isTraced: boolean;
}

/** How much a process may do without responding before it counts as hanging. */
export const hangLimits = {
  /** Its own processor time: a busy machine just gives it less. */
  cpuMs: 15_000,
  /** Before its first response, while it loads everything. */
  startingCpuMs: 45_000,
  /** Consecutive samples in which it was stopped, or waited without using processor time. */
  stoppedSamples: 20,
  idleSamples: 90,
} as const;

/** Decides from samples, taken about once a second, whether an unresponsive process hangs. */
export class HangDetector {
  #pid = 0;
  #hasResponded = false;
  #cpuMs = 0;
  #lastCpuMs = 0;
  #stopped = 0;
  #idle = 0;

  /** The process has responded: its patience starts over. */
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
