import { formatErrorCauses, log } from '@portage/contracts/log';
import type { WorkflowStep } from '@portage/workflow';
import type { ActiveRun } from '../active-run/active-run.ts';
import { applyEvent } from '../core/apply-event.ts';
import type { AwaitedOutcome, RunEvent, StepRecord } from '../core/run-event.ts';
import { hasEnded } from '../core/run-status.ts';
import { runLimits } from '../limits.ts';
import { getHandler } from '../steps/registry.ts';
import type { AwaitedResultStore } from '../storage/answer-store.ts';
import type { EnginePorts } from './engine-ports.ts';
import { keepValues } from './keep-values.ts';
import { resumeStep, runStep, type StepEnd } from './run-step.ts';

/**
 * How a slice of a run ended. `noPlace`: the next step calls outside and has to wait for its turn. `noMemory`: the run has grown and
 * gives way to others. In both cases the run is on disk.
 */
export type SliceEnd = 'again' | 'waiting' | 'left' | 'noPlace' | 'noMemory';

export interface SlicePorts {
  /** Called when a detached run has its result and can continue. */
  onReady(run: ActiveRun): void;
  onFault(run: ActiveRun, error: unknown): void;
  mayCall(run: ActiveRun, group: string): boolean;
  mayStay(run: ActiveRun): boolean;
}

/** Drives single runs: applies events to the core and carries out the effects. The scheduler decides which run goes when. */
export class RunEngine {
  readonly #ports: EnginePorts;
  readonly #scheduler: SlicePorts;

  constructor(ports: EnginePorts, scheduler: SlicePorts) {
    this.#ports = ports;
    this.#scheduler = scheduler;
  }

  /**
   * Applies an event and everything that follows from it immediately.
   *
   * @param end what the ended step returned, for a `stepEnded` event.
   */
  apply(run: ActiveRun, event: RunEvent, end?: StepEnd): void {
    const nowMs = this.#ports.now();
    const current = run.state.current;
    const { state, effects } = applyEvent(run.program, run.state, event, nowMs);
    if (state === run.state) return;
    const { strikes } = run.state;
    if (event.type === 'stepEnded' || event.type === 'answered') {
      run.hasGoneOn = true;
      run.notes.end();
    }
    const firstItem = current?.ordinal === state.current?.ordinal ? run.state.stepCount : null;
    const hasFailed = (state.failedSteps ?? 0) > (run.state.failedSteps ?? 0);
    run.state = state;
    if (state.strikes > strikes) this.#ports.observer.onStrike(run);
    run.isDirty = true;
    for (const effect of effects) {
      switch (effect.type) {
        case 'record': {
          const { record } = effect;
          const own = end && current && current.ordinal === record.ordinal ? { current, end } : null;
          const itemJson = firstItem === null ? null : (end?.itemsJson?.[record.ordinal - firstItem] ?? null);
          if (own) addToJournal(run, record, own.end, nowMs);
          else run.journal.add(record, itemJson, nowMs);
          keepValues(run, record, own, hasFailed);
          this.#ports.onRecord(run, record, current?.ordinal === record.ordinal ? current.attempt : 1);
          break;
        }
        case 'setTimer':
          run.wakeAt = effect.atMs;
          if (end && state.current?.wait?.kind === 'retry') this.#ports.observer.onRetry(run, state.current, nowMs);
          break;
        case 'clearTimer':
          run.wakeAt = null;
          break;
        case 'abort':
          run.abort?.abort();
          run.abort = null;
          break;
        case 'abandon':
          this.#ports.abandon(run, effect.ref, event.type === 'answered');
          break;
        case 'runEnded':
          if (current?.wait === null && event.type !== 'stepEnded') this.#ports.abandonStart(run);
          this.#ports.observer.onEnd(run);
          break;
        case 'runStep':
          break;
        default:
          effect satisfies never;
      }
    }
  }

  /** If the answer that the run waits for is stored, or its time is up, the run continues, and that is written to disk. */
  takeAnswer(run: ActiveRun, answers: Pick<AwaitedResultStore, 'read' | 'removeAll'>): void {
    const { current } = run.state;
    const wait = current?.wait;
    if (!current || wait?.kind !== 'answer') return;
    const { runKey } = run.row;
    const stored = answers.read(runKey, wait.ref);
    if (!stored && this.#ports.now() < wait.untilMs) return;
    const step = run.program.steps.get(current.stepId);
    if (!step) this.apply(run, { type: 'seal', message: `The workflow has no step "${current.stepId}".` });
    else if (stored && stored.tries > runLimits.strikes) {
      const message = `The run was stopped: the result that step "${current.stepId}" waited for crashed the engine ${runLimits.strikes} times.`;
      this.apply(run, { type: 'seal', message });
    } else {
      const end = resumeStep(run, step, stored?.answer ?? null, wait.about);
      const outcome = end.result.outcome as AwaitedOutcome;
      this.apply(run, { type: 'answered', ref: wait.ref, outcome, isExpired: !stored, random: this.#ports.random() }, end);
    }
    answers.removeAll(runKey);
    if (run.isDirty) this.save(run);
  }

  save(run: ActiveRun): void {
    const { wakeAt } = run;
    const summaryChanged = run.save(this.#ports.now());
    if (typeof wakeAt === 'number') this.#ports.wakeBy(wakeAt);
    this.#ports.onSaved(run, summaryChanged);
  }

  /** Runs the run for a limited time and about this much work. Anything not on disk by then is written soon. */
  async slice(run: ActiveRun, mostWork: number): Promise<SliceEnd> {
    const { sliceMs, sliceSteps, sliceFuel } = runLimits;
    run.sliceFuel = 0;
    run.sliceWork = 0;
    const startedAt = this.#ports.now();
    for (let steps = 0; ; steps += 1) {
      const { state } = run;
      const { current } = state;
      if (hasEnded(state.status) || !current || current.wait) {
        if (run.isDirty) this.save(run);
        return 'left';
      }
      const nowMs = this.#ports.now();
      const step = run.program.steps.get(current.stepId);
      const isGiven = step !== undefined && run.givenResult(step) !== null;
      const actsOutside = step !== undefined && !isGiven && getHandler(step).actsOutside(step);
      // Everything before the call is written first: the output gate holds the call until it's on disk.
      if (((actsOutside || run.readsJournal) && run.isDirty) || run.journal.isFull(nowMs)) this.save(run);
      if (!this.#scheduler.mayStay(run)) {
        if (run.isDirty) this.save(run);
        return 'noMemory';
      }
      if (steps >= sliceSteps || run.sliceFuel >= sliceFuel || run.sliceWork >= mostWork || nowMs - startedAt >= sliceMs) return 'again';
      if (!step) {
        this.apply(run, { type: 'seal', message: `The workflow has no step "${current.stepId}".` });
        continue;
      }
      const lacksValues = !isGiven && run.lacksValues(step);
      if (lacksValues || actsOutside) {
        if (!this.#scheduler.mayCall(run, actsOutside ? run.version.workflowId : DATABASE)) {
          if (run.isDirty) this.save(run);
          return 'noPlace';
        }
        this.#detach(run, lacksValues);
        run.countWork();
        return 'waiting';
      }
      run.sliceWork += runLimits.stepWork;
      const { fence } = current;
      const fuelBefore = run.sliceFuel;
      const end = runStep(run, step, this.#ports, NEVER);
      const settled = end instanceof Promise ? await end : end;
      run.countWork();
      if (run.sliceFuel > fuelBefore) run.sliceWork += runLimits.scriptWork;
      this.apply(run, { type: 'stepEnded', fence, outcome: settled.result.outcome, random: this.#ports.random() }, settled);
    }
  }

  /** Whether the run's next step reads stored data or variables that aren't loaded yet. */
  waitsForData(run: ActiveRun): boolean {
    const step = run.program.steps.get(run.state.current?.stepId ?? '');
    return step !== undefined && run.lacksValues(step);
  }

  /** Loads that data ahead. Never throws: a step that finds it missing asks again, and reports what is wrong. */
  async prepare(run: ActiveRun): Promise<void> {
    const step = run.program.steps.get(run.state.current?.stepId ?? '');
    try {
      if (step) await this.#loadValues(run, step);
    } catch (error) {
      log('warn', 'The stored data of a workflow could not be read ahead', { runId: run.row.runId, cause: formatErrorCauses(error) });
    }
  }

  async #loadValues(run: ActiveRun, step: WorkflowStep): Promise<void> {
    const { data, variables, secrets, version } = run;
    const loadData = async () => data.useWorkflowData(await this.#ports.workflowData.load(version.workflowId, this.#ports.now()));
    const loadVariables = async () => {
      const read = await this.#ports.variables.read(version.ownerUserId, variables.names);
      secrets.noteOwn(read.flatMap(({ isSecret, value }) => (isSecret && typeof value === 'string' ? value : [])));
      variables.use(read);
    };
    await Promise.all([run.lacksData(step) && loadData(), !variables.isLoaded && loadVariables()]);
  }

  /** Runs the current step outside the slices, so that a slow server blocks no other run. */
  #detach(run: ActiveRun, lacksValues: boolean): void {
    const { current } = run.state;
    const step = current && run.program.steps.get(current.stepId);
    if (!current || !step) return;
    const abort = new AbortController();
    run.abort = abort;
    const carryOut = async (): Promise<void> => {
      const end = await this.#endOutside(run, step, lacksValues, abort.signal);
      // A late result, of a run that was cancelled in the meantime, is dropped by its fence.
      if (run.abort === abort) run.abort = null;
      if (end) {
        const { fence } = current;
        this.apply(run, { type: 'stepEnded', fence, outcome: end.result.outcome, random: this.#ports.random() }, end);
        // At once, before other runs get their turn: until this is on disk, a restart of the object would repeat the step.
        if (run.isDirty) this.save(run);
      }
      this.#scheduler.onReady(run);
    };
    carryOut().catch((error: unknown) => this.#scheduler.onFault(run, error));
  }

  /** Null: the values are loaded and the step itself still has to run, in a slice. */
  async #endOutside(run: ActiveRun, step: WorkflowStep, lacksValues: boolean, signal: AbortSignal): Promise<StepEnd | null> {
    if (lacksValues) {
      try {
        await this.#loadValues(run, step);
      } catch (error) {
        const message = `The workflow's stored data could not be read: ${error instanceof Error ? error.message : String(error)}`;
        const values = { Error: message };
        return { result: { outcome: { kind: 'failed', message }, values }, dataJson: JSON.stringify({ values }) };
      }
      if (!getHandler(step).actsOutside(step)) return null;
    }
    if (signal.aborted) return null;
    return runStep(run, step, this.#ports, signal);
  }
}

function addToJournal(run: ActiveRun, record: StepRecord, { dataJson, exactJson, result }: StepEnd, nowMs: number): void {
  run.journal.add(record, dataJson, nowMs, exactJson);
  const alwaysLog = run.version.loggingMode === 'LogOnlyIfError' ? result.detail?.alwaysLog : undefined;
  if (alwaysLog) run.journal.addAlways(record.ordinal, JSON.stringify(alwaysLog));
}

/** The group of runs that wait only for their workflow's stored data. */
const DATABASE = 'database';
const NEVER = new AbortController().signal;
