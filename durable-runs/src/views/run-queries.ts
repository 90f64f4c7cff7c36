import {
  type LiveRunMessage,
  type RunAttempt,
  type RunOverview,
  type RunTrigger,
  type RunViewer,
  type StepBrief,
  type StepFilter,
  type StepInstance,
  type StepInstancePage,
  type StepResults,
  type StepResultsRequest,
  type WorkflowInstance,
  type WorkflowStepContext,
  withoutHidden,
} from '@portage/contracts';
import type { StepRecord } from '../core/run-event.ts';
import { hasEnded } from '../core/run-status.ts';
import type { RunRow } from '../storage/run-store.ts';
import type { ShardStores } from '../storage/shard-stores.ts';
import { collectBriefs } from './briefs-of-run.ts';
import { FilteredSteps } from './filtered-steps.ts';
import { HiddenCount } from './hidden-count.ts';
import { instanceView, runAttemptView, stepSummary } from './instance-view.ts';
import { collectResults } from './results-of-run.ts';
import { OverviewBuilder } from './run-overview.ts';
import { RunReader } from './run-reader.ts';
import { namesHidden, TestedParts } from './tested-parts.ts';
import { VersionsSeen } from './versions-seen.ts';

export interface StepPage {
  pageIndex: number;
  pageSize: number;
}

/** Records read at once when all of a run are scanned; the shard does other work in between. */
const SCAN_WINDOW = 5_000;
/** The most steps a live message looks at. */
const LIVE_WINDOW = 1_000;
const LIVE_FIRST_STEPS = 20;

/** Unless the caller says otherwise, hidden steps stay hidden. */
const STRANGER: RunViewer = { seesHidden: false };

/** Answers queries of people and the API, always from disk. */
export class RunQueries {
  readonly #stores: ShardStores;
  /** Writes an active run's state from memory to disk. */
  readonly #settle: (runKey: number) => void;
  readonly #isDataOver: (row: RunRow) => boolean;
  readonly #hidden: HiddenCount;
  readonly #parts: TestedParts;

  constructor(stores: ShardStores, settle: (runKey: number) => void, isDataOver: (row: RunRow) => boolean) {
    this.#stores = stores;
    this.#settle = settle;
    this.#isDataOver = isDataOver;
    this.#hidden = new HiddenCount(stores.journal);
    this.#parts = new TestedParts(stores.runs);
  }

  run(runId: string, viewer = STRANGER): WorkflowInstance | null {
    const row = this.#row(runId);
    return row && this.#instance(row, viewer);
  }

  trigger(runId: string): RunTrigger | null {
    const row = this.#stores.runs.byId(runId);
    return row && !this.#isDataOver(row) ? this.#stores.runs.trigger(row.runKey) : null;
  }

  async steps(runId: string, { pageIndex, pageSize, ...filter }: StepPage & StepFilter, viewer = STRANGER): Promise<StepInstancePage> {
    const row = this.#row(runId);
    if (row && this.#isDataOver(row)) return { stepInstances: [], totalCount: 0, isDataRemoved: true };
    const reader = row && this.#reader(row, viewer);
    const from = pageIndex * pageSize;
    const isEveryStepWanted = Object.values(filter).every((value) => value === undefined) && !reader?.hidesSteps;
    if (!reader || isEveryStepWanted) {
      return { stepInstances: reader?.list(from, from + pageSize) ?? [], totalCount: row?.stepCount ?? 0 };
    }
    const wanted = new FilteredSteps(filter, from, from + pageSize);
    for await (const records of scan(reader, row.stepCount)) for (const record of records) wanted.take(record);
    const { page, totalCount, loops } = wanted;
    return {
      stepInstances: page.map((record) => stepSummary(record, reader.hasData)),
      totalCount,
      ...(filter.within === undefined ? {} : { loops: Object.fromEntries(loops) }),
    };
  }

  /** Where a run's time went; null for an unknown run, or one whose steps are no longer stored. */
  async overview(runId: string, viewer = STRANGER): Promise<RunOverview | null> {
    const row = this.#row(runId);
    const reader = row && this.#reader(row, viewer);
    if (!row || !reader) return null;
    const builder = new OverviewBuilder((row.finishedAt ?? Date.now()) - (row.startedAt ?? row.createdAt));
    for await (const records of scan(reader, row.stepCount)) for (const record of records) builder.take(record);
    const { groups, focus } = builder.result();
    return { groups, focus: focus && stepSummary(focus, reader.hasData), identity: reader.identity };
  }

  /** @param attempt an earlier attempt of the step; absent: the newest. */
  step(runId: string, stepInstanceId: string, viewer = STRANGER, attempt?: number): StepInstance | null {
    const row = this.#row(runId);
    const reader = row && this.#reader(row, viewer);
    return (attempt === undefined ? reader?.step(stepInstanceId) : reader?.attempt(stepInstanceId, attempt)) ?? null;
  }

  /** @param clientIds of steps, in the run's version */
  briefs(runId: string, clientIds: readonly string[], viewer = STRANGER): StepBrief[] | null {
    const row = this.#row(runId);
    const version = row && this.#seenBy(viewer).version(row.versionId);
    const reader = row && this.#reader(row, viewer);
    return row && version ? (reader ? collectBriefs(reader, row.stepCount, version.steps, clientIds) : []) : null;
  }

  results(runId: string, request: StepResultsRequest, viewer = STRANGER): StepResults | null {
    const row = this.#row(runId);
    const version = row && this.#seenBy(viewer).version(row.versionId);
    const reader = row && this.#reader(row, viewer);
    if (!row || !version || !reader) return null;
    return { hasEnded: hasEnded(row.status), ...collectResults(reader, row.stepCount, version.steps, request) };
  }

  attempts(runId: string, viewer = STRANGER): RunAttempt[] | null {
    const row = this.#stores.runs.byId(runId);
    if (!row) return null;
    const hidden = this.#seenBy(viewer).hiddenNames(row);
    return this.#stores.runAttempts.list(row.runKey).map((failure) => runAttemptView(failure, hidden));
  }

  context(runId: string, stepInstanceId: string, viewer = STRANGER): WorkflowStepContext | null {
    const row = this.#row(runId);
    return (row && this.#reader(row, viewer)?.context(stepInstanceId)) ?? null;
  }

  /** @param ordinals of the steps that changed since the last message; none for a new watcher. */
  liveMessages(runKey: number, ordinals: ReadonlySet<number>, viewer = STRANGER): { run: LiveRunMessage; steps: LiveRunMessage } | null {
    const known = this.#stores.runs.byKey(runKey);
    const row = known && this.#row(known.runId);
    if (!row) return null;
    const from = Math.min(row.stepCount - LIVE_FIRST_STEPS, ...ordinals);
    const steps = this.#reader(row, viewer)?.list(Math.max(0, from, row.stepCount - LIVE_WINDOW), row.stepCount) ?? [];
    // Every message has the open steps: the step in progress has no record yet.
    const changed = ordinals.size === 0 ? steps : steps.filter(({ id, status }) => ordinals.has(Number(id)) || !hasEnded(status));
    const workflowInstance = this.#instance(row, viewer);
    return {
      run: { type: 'run', workflowInstance },
      steps: { type: 'steps', changed, totalCount: workflowInstance.stepCount },
    };
  }

  /** Writes an active run to disk first, so that its row is current. */
  #row(runId: string): RunRow | null {
    const row = this.#stores.runs.byId(runId);
    if (!row || hasEnded(row.status)) return row;
    this.#settle(row.runKey);
    return this.#stores.runs.byKey(row.runKey);
  }

  #instance(row: RunRow, viewer: RunViewer): WorkflowInstance {
    const versions = this.#seenBy(viewer);
    const version = versions.version(row.versionId);
    const whole = instanceView(row, version);
    const instance = version && !viewer.seesHidden ? withoutHidden(whole, version.steps) : whole;
    const reader = version && new RunReader(this.#stores, row, version, versions);
    const part = row.isTest ? this.#parts.of(row) : null;
    const shown = part && !(reader && namesHidden(reader, part)) ? { ...instance, testedPart: part } : instance;
    return reader?.hidesSteps ? { ...shown, stepCount: row.stepCount - this.#hidden.of(row, reader) } : shown;
  }

  #reader(row: RunRow, viewer: RunViewer): RunReader | null {
    const versions = this.#seenBy(viewer);
    const version = this.#isDataOver(row) ? null : versions.version(row.versionId);
    return version && new RunReader(this.#stores, row, version, versions);
  }

  #seenBy(viewer: RunViewer): VersionsSeen {
    return new VersionsSeen(this.#stores, viewer);
  }
}

async function* scan(reader: RunReader, stepCount: number): AsyncIterable<StepRecord[]> {
  for (let from = 0; from < stepCount; from += SCAN_WINDOW) {
    if (from > 0) await scheduler.wait(0);
    yield reader.records(from, from + SCAN_WINDOW);
  }
}
