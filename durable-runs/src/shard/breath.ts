import { runLimits } from '../limits.ts';
import type { EnginePorts } from './engine-ports.ts';

/** Pauses between the slices of a shard: only then do other events of the object (calls, messages) come in. */
export class Breath {
  readonly #ports: Pick<EnginePorts, 'now' | 'isBurst' | 'breathe'>;
  /** Since the last pause. */
  #busySinceMs = 0;
  #turns = 0;

  constructor(ports: Pick<EnginePorts, 'now' | 'isBurst' | 'breathe'>) {
    this.#ports = ports;
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
    const wasHeavy = fuel >= runLimits.heavySliceFuel;
    const isBurst = waitingRuns < runLimits.burstRuns && this.#ports.isBurst();
    const { turns, ms } = isBurst ? runLimits.breathInBurst : runLimits.breath;
    if (!wasHeavy && this.#ports.now() - this.#busySinceMs < ms && this.#turns < turns) return;
    await this.#ports.breathe(Math.max(wasHeavy ? fuel / runLimits.fuelPerPausedMs : 0, isBurst ? runLimits.burstBreathMs : 0));
    this.#turns = 0;
  }
}
