import type { ContinueRunOptions, ContinueRunResult, RunQuota, WorkflowVersionSnapshot } from '@portage/contracts';
import { ActiveRun } from '../active-run/active-run.ts';
import { continueRefusal } from '../core/advance.ts';
import { makeProgram } from '../core/program.ts';
import { refitState } from '../core/refit-state.ts';
import { shardLimits } from '../limits.ts';
import type { RunScheduler } from '../scheduler/run-scheduler.ts';
import type { RunRow } from '../storage/run-store.ts';
import type { ShardStores } from '../storage/shard-stores.ts';
import type { StepDataRetention } from '../storage/step-data-retention.ts';
import type { ShardAlarm } from './shard-alarm.ts';

interface ContinuationParts {
  scheduler: RunScheduler;
  outbox: { touch(runKey: number): void };
  alarm: ShardAlarm;
  retention: StepDataRetention;
}

const DATA_REMOVED = 'The steps of this run are no longer stored, so it cannot be continued.';
const NOTHING_TO_CONTINUE = 'The run cannot be continued where it ended; start a new run instead.';

export class RunContinuation {
  readonly #stores: ShardStores;
  readonly #parts: ContinuationParts;

  constructor(stores: ShardStores, parts: ContinuationParts) {
    this.#stores = stores;
    this.#parts = parts;
  }

  /** Spec ENG-05, ContinueExisting: the same run continues at the step that failed. */
  continue(runId: string, quota?: RunQuota | null, { version, by = null, key }: ContinueRunOptions = {}): ContinueRunResult {
    const row = this.#stores.runs.byId(runId);
    if (!row) return { isSuccess: false, errorMessage: 'There is no such run.' };
    const { runKey } = row;
    const { runAttempts } = this.#stores;
    if (key !== undefined && runAttempts.list(runKey).some((failure) => failure.key === key)) return { isSuccess: true, runId };
    if (row.status !== 'Failed')
      return { isSuccess: false, errorMessage: `Only a failed run can be continued; this one is ${row.status}.` };
    if (this.#parts.retention.isOver(row, Date.now())) return { isSuccess: false, errorMessage: DATA_REMOVED };
    const fitted = this.#loadToContinue(row, version);
    if (!fitted.ok) return { isSuccess: false, errorMessage: fitted.refusal };
    const { run } = fitted;
    const refusal = continueRefusal(run.state, quota === undefined ? (run.state.quota ?? null) : quota);
    if (refusal !== null) return { isSuccess: false, errorMessage: refusal };
    const { current: failed, continued } = run.state;
    const failure = {
      versionId: row.versionId,
      startedAt: continued?.atMs ?? row.startedAt ?? row.createdAt,
      finishedAt: row.finishedAt ?? row.updatedAt,
      errorMessage: row.errorMessage,
      step: failed && { ordinal: failed.ordinal, name: failed.stepId },
      by,
      ...(key === undefined ? {} : { key }),
    };
    this.#parts.scheduler.engine.apply(run, { type: 'continue', ...(quota === undefined ? {} : { quota }) });
    // It may have failed again at once, for example because no step of its version fits.
    if (run.state.status !== 'InProgress') return { isSuccess: false, errorMessage: run.state.errorMessage ?? NOTHING_TO_CONTINUE };
    if (failed) this.#stores.attempts.keep(runKey, failed.ordinal);
    runAttempts.keep(runKey, { ...failure, continuedAt: run.state.continued?.atMs ?? Date.now() });
    if (run.row.versionId !== row.versionId) this.#stores.runs.setVersion(runKey, run.row.versionId);
    this.#stores.open.reopen(row);
    this.#parts.scheduler.engine.save(run);
    this.#parts.outbox.touch(runKey);
    this.#parts.alarm.wakeBy(Date.now() + shardLimits.watchdogMs);
    const stored = this.#stores.runs.whole(runKey);
    this.#parts.scheduler.accept(runKey, run.version.workflowId, stored ? ActiveRun.expectedBytes(stored) : 0, () => run);
    return { isSuccess: true, runId };
  }

  #loadToContinue(row: RunRow, version?: WorkflowVersionSnapshot): { ok: true; run: ActiveRun } | { ok: false; refusal: string } {
    const run = this.#stores.runs.stateJson(row.runKey) === null ? null : ActiveRun.load(this.#stores, row);
    if (!run) return { ok: false, refusal: NOTHING_TO_CONTINUE };
    if (!version || version.versionId === row.versionId) return { ok: true, run };
    const upTo = this.#stores.runs.trigger(row.runKey)?.test?.upTo;
    const fitted = refitState(run.program, makeProgram(version.steps, row.isTest ? upTo : undefined), run.state);
    if (!fitted.ok) return fitted;
    this.#stores.runs.addVersion(version);
    const repaired = ActiveRun.load(this.#stores, { ...row, versionId: version.versionId });
    if (!repaired) return { ok: false, refusal: NOTHING_TO_CONTINUE };
    repaired.state = fitted.state;
    return { ok: true, run: repaired };
  }
}
