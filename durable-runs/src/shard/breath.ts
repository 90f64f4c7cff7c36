import { runLimits } from '../limits.ts';
import type { EnginePorts } from './engine-ports.ts';

type BreathPorts = Pick<EnginePorts, 'now' | 'isBurst' | 'isFlood' | 'nextStarts' | 'breathe'>;

/** The size of one turn, and the pause after it. */
interface Rhythm {
  turns: number;
  ms: number;
  pauseMs: number;
}

const CALM: Rhythm = { ...runLimits.breath, pauseMs: 0 };
const BURST: Rhythm = { ...runLimits.breathInBurst, pauseMs: runLimits.burstBreathMs };
const FLOOD: Rhythm = { ...runLimits.breathInFlood, pauseMs: runLimits.floodBreathMs };

/** Pauses between the slices of a shard: only then do other events of the object (calls, messages) come in. */
export class Breath {
  readonly #ports: BreathPorts;
  /** Since the last pause. */
  #busySinceMs = 0;
  #turns = 0;
  /** Since when starts have flooded in, or runs of that flood have waited; null: neither. */
  #floodSinceMs: number | null = null;
  #rhythm = CALM;
  /** By how much pauses have ended late, of late: more than a little says that the thread has no time to spare. */
  #lateMs = 0;
  /** In a flood, the pause that all slices take together. */
  #pause: Promise<void> | null = null;

  constructor(ports: BreathPorts) {
    this.#ports = ports;
  }

  /** Starts flood in, and answering them comes before running them. */
  get isFlooded(): boolean {
    return this.#rhythm === FLOOD;
  }

  turnBegins(): void {
    // A shard that has been idle has only just begun.
    if (this.#turns === 0) this.#busySinceMs = this.#ports.now();
  }

  /**
   * Pauses if it is time to; for longer after a script that could not be interrupted.
   *
   * @param fuel used in the turn that has ended.
   * @param waitingRuns with very many of them, carrying out runs goes before answering further starts.
   */
  async turnEnded(fuel: number, waitingRuns: number): Promise<void> {
    // On the platform the clock stands still between I/O, so turns are counted, too.
    this.#turns += 1;
    const nowMs = this.#ports.now();
    const wasHeavy = fuel >= runLimits.heavySliceFuel;
    this.#rhythm = this.#rhythmOf(waitingRuns, nowMs);
    const { turns, ms, pauseMs } = this.#rhythm;
    if (!wasHeavy && nowMs - this.#busySinceMs < ms && this.#turns < turns) return;
    const ownMs = wasHeavy ? fuel / runLimits.fuelPerPausedMs : 0;
    if (this.#rhythm !== FLOOD) return this.#breathe(Math.max(ownMs, pauseMs), nowMs, this.#rhythm === BURST && ownMs <= pauseMs);
    this.#pause ??= this.#breathe(pauseMs, nowMs);
    await this.#pause;
    if (ownMs > pauseMs) await this.#ports.breathe(ownMs - pauseMs);
  }

  /** @param endsWithStarts at the next group of starts, too: other events have come in by then, and the runs that follow share its commit. */
  async #breathe(ms: number, nowMs: number, endsWithStarts = false): Promise<void> {
    const paused = this.#ports.breathe(ms).then(() => {
      this.#lateMs = (3 * this.#lateMs + this.#ports.now() - nowMs - ms) / 4;
    });
    await (endsWithStarts ? Promise.race([paused, this.#ports.nextStarts()]) : paused);
    this.#turns = 0;
    this.#pause = null;
  }

  #rhythmOf(waitingRuns: number, nowMs: number): Rhythm {
    const isFlood = this.#ports.isFlood() && this.#lateMs >= runLimits.busyLateMs;
    if (isFlood) this.#floodSinceMs ??= nowMs;
    else if (waitingRuns === 0) this.#floodSinceMs = null;
    const isYoung = this.#floodSinceMs !== null && nowMs - this.#floodSinceMs < runLimits.floodMs;
    if (isFlood && isYoung && waitingRuns < runLimits.floodRuns) return FLOOD;
    return waitingRuns < runLimits.burstRuns && this.#ports.isBurst() ? BURST : CALM;
  }
}
