import { formatErrorCauses, log } from '@portage/contracts/log';
import { ActiveRun } from '../active-run/active-run.ts';
import { hasEnded } from '../core/run-status.ts';
import type { EnginePorts } from '../engine/engine-ports.ts';
import { RunEngine, type SliceEnd } from '../engine/run-engine.ts';
import { RunLoader } from '../engine/run-loader.ts';
import { runLimits } from '../limits.ts';
import type { ShardStores } from '../storage/shard-stores.ts';
import { Breath } from './breath.ts';
import { CallSlots } from './call-places.ts';
import { CachedStarts } from './kept-starts.ts';
import { MemoryTurns } from './memory-turns.ts';
import { ReadyRuns } from './ready-runs.ts';
import { ReturningRuns } from './returning-runs.ts';
import { WaitingRuns } from './waiting-runs.ts';

const NOTHING = Promise.resolve();

/**
 * Decides which run of a shard goes when. A limited number are active and take turns in slices; the others wait on disk, in order. Runs
 * that were active when the object ended abnormally return one at a time, each alone until it's on disk again.
 */
export class RunScheduler {
  readonly engine: RunEngine;
  readonly loader: RunLoader;
  readonly #breath: Breath;
  readonly #stores: ShardStores;
  readonly #ports: EnginePorts;
  readonly #active = new Map<number, ActiveRun>();
  readonly #ready = new ReadyRuns();
  readonly #waiting = new WaitingRuns();
  readonly #starts = new CachedStarts(runLimits.keptStartBytes);
  readonly #returning: ReturningRuns;
  /** Decides which runs may call outside. Runs that wait for this are only on disk. */
  readonly #places = new CallSlots({ most: runLimits.callingRuns, mostOfGroup: runLimits.callingRunsOfWorkflow });
  /** Decides which runs may hold values in memory. Runs that wait for this are only on disk. */
  readonly #memory: MemoryTurns;
  /** Runs that wait for memory and return after an abnormal end, each alone. */
  readonly #suspects = new Set<number>();
  readonly #outside = new Set<ActiveRun>();
  /** Keys of runs whose turn has come and that are about to be read from disk. */
  readonly #unparking = new Set<number>();
  #alone: ActiveRun | null = null;
  #slices = 0;
  #willPump = false;

  constructor(stores: ShardStores, ports: EnginePorts) {
    this.#stores = stores;
    this.#ports = ports;
    this.loader = new RunLoader(stores, ports);
    this.#breath = new Breath(ports);
    this.#memory = new MemoryTurns(
      { smallBytes: runLimits.smallRunBytes, mostBytes: runLimits.heldBytes, mostGrownBytes: runLimits.heldGrownBytes },
      ports.observer,
    );
    this.engine = new RunEngine(ports, {
      onReady: (run) => this.#onAnswer(run),
      onFault: (run, error) => this.#giveUp(run, error),
      mayCall: (run, group) => this.#mayCall(run, group),
      mayStay: (run) => this.#mayStay(run),
    });
    this.#returning = new ReturningRuns({
      load: (runKey) => this.#loadSuspect(runKey),
      needsData: (run) => this.engine.waitsForData(run),
      prepare: (run) => this.engine.prepare(run),
      onPrepared: () => this.#pump(),
    });
  }

  get isIdle(): boolean {
    const isEmpty = this.#active.size === 0 && this.#waiting.size === 0 && !this.#returning.hasQuarantined;
    return isEmpty && this.#places.waitingCount === 0 && this.#memory.waitingCount === 0 && this.#unparking.size === 0;
  }

  active(runKey: number): ActiveRun | undefined {
    return this.#active.get(runKey);
  }

  /**
   * A stored run continues at once if there is room; otherwise it waits on disk.
   *
   * @param group waiting runs of one group take turns with those of others (`WaitingRuns`).
   * @param bytes roughly how much it will hold in memory.
   * @param make called when its turn comes, if it's still in memory then.
   */
  accept(runKey: number, group: string, bytes: number, make: () => ActiveRun): void {
    if (!this.#hasRoom || this.#waiting.size > 0) {
      if (bytes <= runLimits.smallRunBytes) this.#starts.keep(runKey, { bytes, make });
      this.#wait(runKey, group);
    } else if (this.#memory.take(runKey, bytes)) this.#begin(runKey, make());
  }

  #begin(runKey: number, run: ActiveRun): void {
    this.#active.set(runKey, run);
    this.#toReady(run);
  }

  /** Continues a stored run when its turn comes. */
  takeUp(runKey: number, versionId?: string): void {
    if (this.knows(runKey)) return;
    const isNext = this.#waiting.size === 0 && this.#hasRoom;
    const ownVersionId = isNext ? null : (versionId ?? this.#stores.runs.byKey(runKey)?.versionId ?? null);
    const version = ownVersionId === null ? null : this.#stores.runs.version(ownVersionId);
    this.#wait(runKey, version?.workflowId ?? '');
  }

  #wait(runKey: number, group: string): void {
    if (this.knows(runKey)) return;
    this.#waiting.add(runKey, group);
    this.#admit();
  }

  /** Called when something else changes the row of a waiting run, so the copy in memory is out of date. */
  forgetStart(runKey: number): void {
    this.#starts.take(runKey);
  }

  /** Whether the run continues, or will, without another call. */
  knows(runKey: number): boolean {
    if (this.#active.has(runKey) || this.#waiting.has(runKey) || this.#returning.has(runKey)) return true;
    return this.#places.isWaiting(runKey) || this.#memory.isWaiting(runKey) || this.#unparking.has(runKey);
  }

  /** Puts back a run that was waiting for its turn to call outside when the object ended, so it can't have caused that. */
  waitAgain(runKey: number, versionId: string): void {
    if (this.knows(runKey)) return;
    this.#places.wait(runKey, this.#stores.runs.version(versionId)?.workflowId ?? '');
    this.#pumpSoon();
  }

  /** Runs that wait for an answer give their slots to others. */
  get #hasRoom(): boolean {
    // In a flood, a pause comes after this many turns. With no more runs active than that, a new run gets its turn after one or two pauses.
    const most = this.#breath.isFlooded ? runLimits.breathInFlood.turns : runLimits.activeRuns;
    return this.#active.size + this.#unparking.size - this.#outside.size < most;
  }

  /** Takes back a run that was, or may have been, active when the object ended. */
  recover(runKey: number): void {
    if (this.knows(runKey)) return;
    this.#returning.add(runKey);
    this.#pumpSoon();
  }

  /** Removes a run from memory, whatever it was doing. Its state on disk remains. */
  leave(run: ActiveRun): void {
    const { runKey } = run.row;
    this.#active.delete(runKey);
    if (this.#places.isWaiting(runKey) || this.#memory.isWaiting(runKey)) this.#stores.open.unpark(runKey);
    this.#places.leave(runKey);
    this.#memory.leave(runKey);
    this.#suspects.delete(runKey);
    if (this.#alone === run) this.#alone = null;
    this.#ready.remove(run);
    this.#outside.delete(run);
    this.#admit();
    this.#pump();
  }

  /** Whether the run may call outside now; otherwise it has to wait for its turn. */
  #mayCall(run: ActiveRun, group: string): boolean {
    const { runKey } = run.row;
    const hasHadTurn = run.callsInARow >= runLimits.callsInARow && this.#places.hasWaiting(group);
    run.callGroup = group;
    if (hasHadTurn) this.#places.leave(runKey);
    if (hasHadTurn || !this.#places.take(runKey, group)) return false;
    run.callsInARow += 1;
    this.#outside.add(run);
    // Its place among the active runs is free now.
    this.#admit();
    return true;
  }

  #onAnswer(run: ActiveRun): void {
    this.#outside.delete(run);
    const { status, current } = run.state;
    // A run that waits for a point in time leaves memory anyway.
    const goesOn = !hasEnded(status) && current !== null && current.wait === null;
    if (goesOn && !this.#mayStay(run)) this.#giveWay(run);
    else this.#toReady(run);
  }

  /** An admitted run takes at least one step before it has to leave again. */
  #mayStay(run: ActiveRun): boolean {
    const { runKey } = run.row;
    const { heldBytes } = run;
    this.#memory.note(runKey, heldBytes);
    return !run.hasGoneOn || this.#memory.mayStay(runKey, heldBytes);
  }

  /** Removes a run that has grown from memory; it waits behind the other large runs and returns with only what it then reads. */
  #giveWay(run: ActiveRun): void {
    const { runKey } = run.row;
    if (this.#active.get(runKey) !== run) return;
    if (run.isDirty) this.engine.save(run);
    this.#stores.open.park(runKey);
    this.#active.delete(runKey);
    this.#places.leave(runKey);
    this.#memory.wait(runKey, run.heldBytes);
    this.#admit();
    this.#pump();
  }

  /** Removes the run from memory until its turn to call comes. */
  #park(run: ActiveRun): void {
    const { runKey } = run.row;
    if (this.#active.get(runKey) !== run) return;
    this.#places.wait(runKey, run.callGroup);
    this.#stores.open.park(runKey);
    this.#active.delete(runKey);
    this.#memory.leave(runKey);
    this.#admit();
    this.#pump();
  }

  /** Loads runs whose turn to call has come. A run that also waits for memory keeps its slot: runs with memory never wait for a slot. */
  #unpark(): void {
    const runKeys: number[] = [];
    for (let runKey = this.#places.next(); runKey !== null; runKey = this.#places.next()) {
      const stored = this.#stores.runs.whole(runKey);
      if (this.#memory.take(runKey, stored ? ActiveRun.expectedBytes(stored) : 0)) runKeys.push(runKey);
    }
    this.#comeIn(runKeys);
  }

  /** Reads runs from disk. They are first stored as no longer parked: from then on a crash of the object counts against them. */
  #comeIn(runKeys: readonly number[]): void {
    if (runKeys.length === 0) return;
    for (const runKey of runKeys) {
      this.#unparking.add(runKey);
      this.#stores.open.unpark(runKey);
    }
    void this.#ports.sync().then(() => {
      for (const runKey of runKeys) {
        this.#unparking.delete(runKey);
        const run = this.#load(runKey);
        if (!run) this.#places.leave(runKey);
        else if (this.#suspects.delete(runKey)) this.#returning.addReady(run);
        else this.#toReady(run);
      }
      this.#admit();
      this.#pump();
    });
  }

  #toReady(run: ActiveRun): void {
    if (this.#active.get(run.row.runKey) !== run) return;
    this.#ready.add(run);
    this.#pumpSoon();
  }

  #admit(): void {
    while (this.#hasRoom) {
      const runKey = this.#memory.next();
      if (runKey === null) break;
      this.#comeIn([runKey]);
    }
    while (this.#waiting.size > 0 && this.#hasRoom) {
      const runKey = this.#waiting.next() as number;
      const start = this.#starts.take(runKey);
      if (start) {
        if (this.#memory.take(runKey, start.bytes)) this.#begin(runKey, start.make());
        continue;
      }
      const stored = this.#stores.runs.whole(runKey);
      if (!stored || !this.#memory.take(runKey, ActiveRun.expectedBytes(stored))) continue;
      const run = this.#load(runKey, stored);
      if (run) this.#toReady(run);
    }
  }

  #load(runKey: number, stored = this.#stores.runs.whole(runKey)): ActiveRun | null {
    const run = this.loader.load(stored);
    if (run) this.#active.set(runKey, run);
    else this.#memory.leave(runKey);
    return run;
  }

  /** `queueMicrotask` allocates a host function per call in workerd; a resolved promise does not. */
  #pumpSoon(): void {
    if (this.#willPump) return;
    this.#willPump = true;
    void NOTHING.then(() => {
      this.#willPump = false;
      this.#pump();
    });
  }

  #pump(): void {
    if (this.#places.waitingCount > 0) this.#unpark();
    while (this.#slices < runLimits.parallelSlices) {
      if (this.#alone) return;
      if (!this.#returning.isEmpty) {
        if (this.#slices > 0) return;
        const run = this.#returning.next();
        if (!run || this.#active.get(run.row.runKey) !== run) continue;
        this.#alone = run;
        void this.#comeBackAlone(run);
        return;
      }
      const run = this.#ready.next();
      if (!run) return;
      void this.#turn(run);
    }
  }

  /** Loads a run that returns after an abnormal end. If there is no memory for it, it waits. */
  #loadSuspect(runKey: number): ActiveRun | null {
    const stored = this.#stores.runs.whole(runKey);
    if (!stored || this.#memory.take(runKey, ActiveRun.expectedBytes(stored))) return this.#load(runKey, stored);
    this.#suspects.add(runKey);
    return null;
  }

  async #turn(run: ActiveRun): Promise<void> {
    const sliceEnds = this.#ready.sliceBegins(run);
    this.#slices += 1;
    this.#breath.turnBegins();
    try {
      this.#wake(run);
      const end = await this.engine.slice(run, this.#breath.turnWork);
      this.#leavesMemory(run, end);
      await this.#breath.turnEnded(run, this.#waiting.size);
      // It has more to do before its next call, so others may call in the meantime.
      if (end === 'again' && this.#places.waitingCount > 0) this.#places.leave(run.row.runKey);
      // Only now, so that runs that came in meanwhile go first.
      if (end === 'again') this.#toReady(run);
    } catch (error) {
      this.#giveUp(run, error);
    } finally {
      this.#slices -= 1;
      sliceEnds();
      this.#pump();
    }
  }

  /** The strike is stored before the run continues: if the run ends the object again, the next start sees it. */
  async #comeBackAlone(run: ActiveRun): Promise<void> {
    this.#slices += 1;
    try {
      const { hungAtMs } = this.#ports;
      const wasThere = hungAtMs > run.row.createdAt;
      this.engine.apply(run, { type: 'recover', noted: run.notes.count, ...(wasThere ? { hungAtMs } : {}) });
      this.engine.save(run);
      await this.#ports.sync();
      this.#wake(run);
      const end = await this.engine.slice(run, runLimits.heavySliceWork);
      if (!this.#leavesMemory(run, end)) {
        // Its progress is stored before others continue. Otherwise their crash would count against this run.
        if (run.isDirty) this.engine.save(run);
        if (end === 'again') this.#toReady(run);
      }
    } catch (error) {
      this.#giveUp(run, error);
    } finally {
      this.#slices -= 1;
      this.#alone = null;
      this.#pump();
    }
  }

  /** @returns whether the end of its slice removes the run from memory */
  #leavesMemory(run: ActiveRun, end: SliceEnd): boolean {
    if (end === 'left') this.leave(run);
    else if (end === 'noPlace') this.#park(run);
    else if (end === 'noMemory') this.#giveWay(run);
    else return false;
    return true;
  }

  #wake(run: ActiveRun): void {
    const { state } = run;
    if (state.status === 'Scheduled') this.engine.apply(run, { type: 'admit' });
    else if (state.current?.wait?.kind === 'answer') this.engine.takeAnswer(run, this.#stores.answers);
    else if (state.current?.wait) this.engine.apply(run, { type: 'timerFired', fence: state.current.fence });
  }

  /** Seals the run after a bug in the engine, because retrying could go on forever. */
  #giveUp(run: ActiveRun, error: unknown): void {
    log('error', 'The engine failed at a run', {
      runId: run.row.runId,
      cause: run.secrets.redactText(formatErrorCauses(error, { withStack: true })),
    });
    try {
      this.engine.apply(run, { type: 'seal', message: `The run was stopped by an engine error: ${String(error)}` });
      this.engine.save(run);
    } catch (second) {
      log('error', 'The run could not be sealed with its records', { runId: run.row.runId, cause: formatErrorCauses(second) });
      this.loader.sealRow(run.row);
    }
    this.leave(run);
  }
}
