import type { LiveRunMessage, RunTrigger, StepInstance, StepInstancePage, WorkflowInstance, WorkflowStepContext } from '@portage/contracts';
import { hasEnded } from '../core/run-status.ts';
import type { RunRow } from '../storage/run-store.ts';
import { instanceView } from '../views/instance-view.ts';
import { RunReader } from '../views/run-reader.ts';
import type { ShardStores } from './shard-stores.ts';

export interface StepPage {
  pageIndex: number;
  pageSize: number;
}

/** Steps a live message looks at, at most. */
const LIVE_WINDOW = 1_000;
const LIVE_FIRST_STEPS = 20;

/** What people and the API ask of a shard: everything is read from disk. */
export class RunQueries {
  readonly #stores: ShardStores;
  /** Writes what an active run has in memory. */
  readonly #settle: (runKey: number) => void;
  /** Whether what the run's steps saw and gave is past its time. */
  readonly #isDataOver: (row: RunRow) => boolean;

  constructor(stores: ShardStores, settle: (runKey: number) => void, isDataOver: (row: RunRow) => boolean) {
    this.#stores = stores;
    this.#settle = settle;
    this.#isDataOver = isDataOver;
  }

  run(runId: string): WorkflowInstance | null {
    const row = this.#row(runId);
    return row && this.#instance(row);
  }

  trigger(runId: string): RunTrigger | null {
    const row = this.#stores.runs.byId(runId);
    return row && !this.#isDataOver(row) ? this.#stores.runs.trigger(row.runKey) : null;
  }

  steps(runId: string, { pageIndex, pageSize }: StepPage): StepInstancePage {
    const row = this.#row(runId);
    if (row && this.#isDataOver(row)) return { stepInstances: [], totalCount: 0, isDataRemoved: true };
    const reader = row && this.#reader(row);
    const from = pageIndex * pageSize;
    return { stepInstances: reader?.list(from, from + pageSize) ?? [], totalCount: row?.stepCount ?? 0 };
  }

  step(runId: string, stepInstanceId: string): StepInstance | null {
    const row = this.#row(runId);
    return (row && this.#reader(row)?.step(stepInstanceId)) ?? null;
  }

  context(runId: string, stepInstanceId: string): WorkflowStepContext | null {
    const row = this.#row(runId);
    return (row && this.#reader(row)?.context(stepInstanceId)) ?? null;
  }

  /** @param ordinals of the steps that changed since the last message; none for a new watcher. */
  liveMessages(runKey: number, ordinals: ReadonlySet<number>): { run: LiveRunMessage; steps: LiveRunMessage } | null {
    const known = this.#stores.runs.byKey(runKey);
    const row = known && this.#row(known.runId);
    if (!row) return null;
    const from = Math.min(row.stepCount - LIVE_FIRST_STEPS, ...ordinals);
    const steps = this.#reader(row)?.list(Math.max(0, from, row.stepCount - LIVE_WINDOW), row.stepCount) ?? [];
    // What is open now is part of every message: the step in progress has no record yet.
    const changed = ordinals.size === 0 ? steps : steps.filter(({ id, status }) => ordinals.has(Number(id)) || !hasEnded(status));
    return {
      run: { type: 'run', workflowInstance: this.#instance(row) },
      steps: { type: 'steps', changed, totalCount: row.stepCount },
    };
  }

  /** The run as it stands now. */
  #row(runId: string): RunRow | null {
    const row = this.#stores.runs.byId(runId);
    if (!row || hasEnded(row.status)) return row;
    this.#settle(row.runKey);
    return this.#stores.runs.byKey(row.runKey);
  }

  #instance(row: RunRow): WorkflowInstance {
    return instanceView(row, this.#stores.runs.version(row.versionId));
  }

  #reader(row: RunRow): RunReader | null {
    const version = this.#isDataOver(row) ? null : this.#stores.runs.version(row.versionId);
    return version && new RunReader(this.#stores, row, version);
  }
}
