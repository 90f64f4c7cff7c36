import { workLimits } from '@portage/workflow';
import type { EnginePorts } from '../engine/engine-ports.ts';
import { runLimits } from '../limits.ts';
import { BusyShards } from './busy-shards.ts';
import { isHeavy, type SliceUse } from './ready-runs.ts';

type BreathPorts = Pick<EnginePorts, 'now' | 'isBurst' | 'isFlood' | 'nextStarts' | 'breathe'>;

interface Rhythm {
  turns: number;
  ms: number;
  pauseMs: number;
}

const CALM: Rhythm = { ...runLimits.breath, pauseMs: 0 };
const BURST: Rhythm = { ...runLimits.breathInBurst, pauseMs: runLimits.burstBreathMs };
const FLOOD: Rhythm = { ...runLimits.breathInFlood, pauseMs: runLimits.floodBreathMs };

/** The shards whose slices run on this isolate's thread. */
const shardsOfIsolate = new BusyShards(runLimits.busyForMs);

/** Pauses between the slices of a shard. Only during a pause can the object receive other events (calls, messages). */
export class Breath {
  readonly #ports: BreathPorts;
  readonly #shards: BusyShards;
  /** Since the last pause. */
  #busySinceMs = 0;
  #turns = 0;
  #work = 0;
  /** Since when starts have been flooding in, or runs of that flood have been waiting; null: neither. */
  #floodSinceMs: number | null = null;
  #rhythm = CALM;
  /** How late pauses have ended recently. More than a little means that the thread is overloaded. */
  #lateMs = 0;
  /** In a flood, all slices share this pause. */
  #pause: Promise<void> | null = null;

  constructor(ports: BreathPorts, shards = shardsOfIsolate) {
    this.#ports = ports;
    this.#shards = shards;
  }

  /** How much work a shard may do before it pauses in calm times. Other busy shards of this isolate share the thread. */
  get turnWork(): number {
    const ms = CALM.ms / this.#shards.count(this.#ports.now());
    return Math.max(ms, runLimits.leastTurnMs) * workLimits.unitsPerMs;
  }

  /** Whether starts are flooding in: responding to them then takes precedence over running them. */
  get isFlooded(): boolean {
    return this.#rhythm === FLOOD;
  }

  /** In a burst or flood pauses are long, and only the number of turns decides when they come. */
  get #hasWorkedEnough(): boolean {
    return this.#rhythm === CALM && this.#work >= this.turnWork;
  }

  turnBegins(): void {
    // A shard that was idle starts counting now.
    if (this.#turns === 0) this.#busySinceMs = this.#ports.now();
  }

  /**
   * Pauses when it's time to, and longer after a script or an expression that could not be interrupted.
   *
   * @param used in the turn that has ended.
   * @param waitingRuns when very many wait, running them takes precedence over accepting more starts.
   */
  async turnEnded(used: SliceUse, waitingRuns: number): Promise<void> {
    // On the platform the clock stands still between I/O, so turns and their work are counted as well.
    this.#turns += 1;
    this.#work += used.sliceWork;
    const nowMs = this.#ports.now();
    this.#shards.note(this, nowMs);
    const wasHeavy = isHeavy(used);
    this.#rhythm = this.#rhythmOf(waitingRuns, nowMs);
    const { turns, ms, pauseMs } = this.#rhythm;
    if (!wasHeavy && nowMs - this.#busySinceMs < ms && this.#turns < turns && !this.#hasWorkedEnough) return;
    const ownMs = wasHeavy ? used.sliceFuel / runLimits.fuelPerPausedMs + used.sliceWork / runLimits.workPerPausedMs : 0;
    if (this.#rhythm !== FLOOD) return this.#breathe(Math.max(ownMs, pauseMs), nowMs, this.#rhythm === BURST && ownMs <= pauseMs);
    this.#pause ??= this.#breathe(pauseMs, nowMs);
    await this.#pause;
    if (ownMs > pauseMs) await this.#ports.breathe(ownMs - pauseMs);
  }

  /**
   * @param endsWithStarts also ends the pause at the next group of starts: other events have come in by then, and the runs
   * that follow share its commit.
   */
  async #breathe(ms: number, nowMs: number, endsWithStarts = false): Promise<void> {
    const paused = this.#ports.breathe(ms).then(() => {
      this.#lateMs = (3 * this.#lateMs + this.#ports.now() - nowMs - ms) / 4;
    });
    await (endsWithStarts ? Promise.race([paused, this.#ports.nextStarts()]) : paused);
    this.#turns = 0;
    this.#work = 0;
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
