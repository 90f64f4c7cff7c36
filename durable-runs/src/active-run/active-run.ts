import {
  HOPS_HEADER,
  type RunChain,
  type RunQuota,
  type RunTag,
  type RunTrigger,
  type RunWaiting,
  readRunChain,
  type WorkflowVersionSnapshot,
} from '@portage/contracts';
import { formatErrorCauses, log } from '@portage/contracts/log';
import { type ExpressionScope, WorkBudget, type WorkflowStep } from '@portage/workflow';
import { makeProgram, type Program } from '../core/program.ts';
import { newRunState, type RunState } from '../core/run-state.ts';
import { hasEnded } from '../core/run-status.ts';
import { loopOfResults, turnOfResult } from '../core/step-path.ts';
import { RunData } from '../data/run-data.ts';
import { RunVariables } from '../data/run-variables.ts';
import { runLimits } from '../limits.ts';
import { noteGiven, PartialTest } from '../partial-tests/partial-test.ts';
import { needsData } from '../script/needs-data.ts';
import { RunSecrets } from '../secrets/run-secrets.ts';
import type { StepResult } from '../step-context/step-handler.ts';
import { getHandler } from '../steps/registry.ts';
import { triggerValues } from '../steps/trigger-values.ts';
import { alwaysChunk, attemptChunk, exactChunk, stepChunk } from '../storage/chunk-names.ts';
import type { StepJournalData } from '../storage/journal-store.ts';
import type { RunRow, WholeRun } from '../storage/run-store.ts';
import type { ShardStores } from '../storage/shard-stores.ts';
import { JournalBuffer } from './journal-buffer.ts';
import { runContentJson } from './run-content.ts';
import { RunNotes } from './run-notes.ts';
import { findResponse } from './run-response.ts';
import { summarize, waitingChange } from './run-summary.ts';
import { runTagsJson } from './run-tags.ts';
import { type Held, RunValues } from './run-values.ts';

/** Stored as JSON in the run's row, next to its summary: enough to continue after a restart. */
interface StoredState {
  state: RunState;
  /** Step name, and the record with the step's newest values. */
  ordinals: [name: string, ordinal: number][];
  keepsData: boolean;
  storedChars: number;
  /** Size of a large run in memory. It's expected to hold about as much again. */
  heldBytes?: number;
  laterErrors?: [ordinal: number, message: string][];
  /** Only while the run may still continue. */
  secrets?: readonly string[];
}

interface RunStart {
  trigger: RunTrigger;
  triggerBytes: number;
  quota?: RunQuota;
}

interface RunSource {
  row: RunRow;
  version: WorkflowVersionSnapshot;
  /** Null for a run that was just accepted. */
  stored: StoredState | null;
  /** Null: it's read from the store when first needed. */
  trigger: RunTrigger | null;
  triggerBytes: number;
  quota?: RunQuota;
}

/** How many records are read at a time for the results of a loop's iterations. */
const RESULTS_WINDOW = 500;

const programs = new WeakMap<WorkflowVersionSnapshot, Program>();
const secretsOfSteps = new WeakMap<WorkflowVersionSnapshot, readonly string[]>();

/** @param upTo set for a test run; only programs of whole runs are cached. */
function getProgram(version: WorkflowVersionSnapshot, upTo: string | undefined): Program {
  if (upTo !== undefined) return makeProgram(version.steps, upTo);
  const program = programs.get(version) ?? makeProgram(version.steps);
  programs.set(version, program);
  return program;
}

/** A run that is being driven: its row, its state and its values in memory. */
export class ActiveRun {
  readonly row: RunRow;
  readonly version: WorkflowVersionSnapshot;
  readonly program: Program;
  readonly values = new RunValues();
  readonly data = new RunData();
  readonly variables: RunVariables;
  readonly secrets: RunSecrets;
  readonly consts: Readonly<Record<string, unknown>>;
  state: RunState;
  journal: JournalBuffer;
  readonly notes: RunNotes;
  /** JSON that the run has stored, in characters (HOSTILE 9). */
  storedChars: number;
  /** When the alarm has to wake the run; undefined: unchanged from what is on disk. */
  wakeAt: number | null | undefined = undefined;
  /** Aborts the outside call in flight. */
  abort: AbortController | null = null;
  isDirty = false;
  sliceFuel = 0;
  /** Work of the run's steps and their expressions in the current slice. */
  sliceWork = 0;
  #work = new WorkBudget();
  #countedWork = 0;
  /** Outside calls since it last waited for its turn. */
  callsInARow = 0;
  callGroup = '';
  /** It has finished a step since it was loaded into memory. */
  hasGoneOn = false;
  /** What it started or stopped waiting for since lists were last notified. */
  waitingChanged: RunWaiting['kind'] | null = null;
  /** Some of its values are on disk. */
  hasWritten: boolean;
  #trigger: RunTrigger | null;
  readonly #triggerBytes: number;
  /** Results and a part of the workflow that a test run was given; null for a whole run. */
  readonly partialTest: PartialTest | null;
  readonly #isStepName = (name: string): boolean => this.program.steps.has(name) || Object.hasOwn(this.version.given ?? {}, name);
  readonly #stores: ShardStores;

  private constructor(stores: ShardStores, { row, version, stored, trigger, triggerBytes, quota }: RunSource) {
    this.row = row;
    this.version = version;
    // Real runs ignore what a test was given.
    const test = row.isTest ? ((trigger ?? stores.runs.trigger(row.runKey))?.test ?? null) : null;
    this.program = getProgram(version, test?.upTo);
    this.partialTest = test && new PartialTest(test, this.program.steps);
    this.variables = new RunVariables(version.steps);
    this.#stores = stores;
    this.#trigger = trigger;
    this.#triggerBytes = triggerBytes;
    this.state = stored?.state ?? newRunState(quota);
    this.storedChars = stored?.storedChars ?? 0;
    this.hasWritten = stored !== null;
    let ofSteps = secretsOfSteps.get(version);
    if (!ofSteps) {
      ofSteps = RunSecrets.ofSteps(version.steps).values;
      secretsOfSteps.set(version, ofSteps);
    }
    this.secrets = new RunSecrets([...ofSteps, ...(stored?.secrets ?? [])]);
    if (!stored) this.secrets.noteTrigger(this.trigger);
    if (test) noteGiven(this.secrets, test);
    this.notes = new RunNotes(stores.notes, row.runKey, stored !== null && this.state.current !== null);
    this.journal = new JournalBuffer(stored ? stores.journal.writtenBefore(row.runKey) : 0);
    this.consts = Object.freeze({ WorkflowId: version.workflowId, WorkflowInstanceId: row.runId });
    for (const [name, values] of Object.entries(version.given ?? {})) this.values.give(name, values);
    for (const [name, values] of this.partialTest?.unreached ?? []) this.values.give(name, values);
    if (stored) this.#restore(stored);
  }

  static start(stores: ShardStores, row: RunRow, version: WorkflowVersionSnapshot, start: RunStart): ActiveRun {
    return new ActiveRun(stores, { row, version, stored: null, ...start });
  }

  /** The state in the row of a new run, next to its trigger; null for most runs. */
  static initialState({ quota, trigger }: Omit<RunStart, 'triggerBytes'>): string | null {
    if (!quota) return null;
    const secrets = RunSecrets.of(trigger).values;
    const stored: StoredState = { state: newRunState(quota), ordinals: [], keepsData: false, storedChars: 0, secrets };
    return JSON.stringify(stored);
  }

  /** Roughly how much the run will hold in memory, in bytes of JSON. */
  static expectedBytes({ stateJson, triggerBytes }: WholeRun): number {
    // Runs that held little don't store their size, so most states aren't parsed twice.
    const held = stateJson?.includes('"heldBytes"') ? ((JSON.parse(stateJson) as StoredState).heldBytes ?? 0) : 0;
    return Math.max(triggerBytes, held);
  }

  /** Returns null if the version or state cannot be read: one such run must not block the others. */
  static load(stores: ShardStores, row: RunRow, read = stores.runs.whole(row.runKey)): ActiveRun | null {
    try {
      const version = stores.runs.version(row.versionId);
      if (!version) throw new Error(`The version ${row.versionId} of the workflow is not stored`);
      if (!read) throw new Error('The run is not stored');
      const { stateJson, triggerJson, triggerBytes } = read;
      const stored = stateJson === null ? null : (JSON.parse(stateJson) as StoredState);
      const trigger = triggerJson === null ? null : (JSON.parse(triggerJson) as RunTrigger);
      return new ActiveRun(stores, { row, version, stored, trigger, triggerBytes });
    } catch (error) {
      log('error', 'A run cannot be read', { runId: row.runId, cause: formatErrorCauses(error) });
      return null;
    }
  }

  get trigger(): RunTrigger {
    this.#trigger ??= this.#stores.runs.trigger(this.row.runKey);
    if (!this.#trigger) throw new Error('The payload of the run is no longer stored');
    return this.#trigger;
  }

  /** Size of the run in memory, in bytes of JSON: trigger, step values, lists of loops, stored data, unwritten records. */
  get heldBytes(): number {
    return (this.#trigger ? this.#triggerBytes : 0) + this.values.bytes + this.data.bytes + this.journal.chars;
  }

  /** The chain of runs that the run's own calls send in their headers. */
  get chain(): RunChain {
    const { chain, headers } = this.trigger;
    const known = chain ?? readRunChain((name) => headers?.[name]);
    // An older version sends no origin.
    const hops = known?.hops ?? parseHops(headers);
    return { hops: hops + 1, origin: known?.origin ?? this.row.runId };
  }

  /** Whether the current step may read values that aren't loaded yet: variables, or the workflow's data. */
  lacksValues(step: WorkflowStep): boolean {
    return !this.variables.isLoaded || this.lacksData(step);
  }

  lacksData(step: WorkflowStep): boolean {
    return !this.data.isLoaded && this.#needsData(step);
  }

  /** Whether the current step may read `$Data`. When it fetches a page, its loop's collection is evaluated as well. */
  #needsData(step: WorkflowStep): boolean {
    if (needsData(step)) return true;
    const frame = this.state.current?.page === undefined ? undefined : this.state.frames.at(-1);
    const loop = frame?.kind === 'loop' ? this.program.steps.get(frame.stepId) : undefined;
    return loop !== undefined && needsData(loop);
  }

  /** The test result to use instead of running the current step; null: the step runs. A loop's own parts always run. */
  givenResult(step: WorkflowStep): StepResult | null {
    const { page, collects } = this.state.current ?? {};
    return page === undefined && collects === undefined ? (this.partialTest?.resultOf(step) ?? null) : null;
  }

  /** The current step reads records of the run, so all of them must be on disk. */
  get readsJournal(): boolean {
    const { collects, path } = this.state.current ?? {};
    return typeof collects === 'object' && path !== undefined && this.values.resultsOf(loopOfResults(path) ?? '') === null;
  }

  /** The results of a loop's iterations, by iteration, from the records in [from, to). @param breathe lets other runs work in between */
  async readResults(
    { loopPath, from, to }: { loopPath: string; from: number; to: number },
    breathe: () => Promise<void>,
  ): Promise<unknown[]> {
    const { runKey } = this.row;
    const { journal, chunks } = this.#stores;
    const results: unknown[] = [];
    for (let start = from; start < to; start += RESULTS_WINDOW) {
      if (start > from) await breathe();
      const end = Math.min(to, start + RESULTS_WINDOW);
      const data = journal.data(runKey, start, end);
      for (const { ordinal, path, status } of journal.records(runKey, start, end)) {
        const turn = status === 'Succeeded' ? turnOfResult(path, loopPath) : null;
        if (turn === null) continue;
        const exact = this.secrets.isEmpty ? null : chunks.read(runKey, exactChunk(ordinal));
        const datum = exact === null ? this.#stores.resolve(runKey, data.get(ordinal) ?? {}) : (JSON.parse(exact) as StepJournalData);
        results[turn] = datum.values?.Response ?? null;
      }
    }
    return results;
  }

  /** The data for fetching the next page, from a step's newest result; null if there is no next page. */
  nextPageOf(stepId: string): unknown {
    const step = this.program.steps.get(stepId);
    const ordinal = this.values.ordinals.get(stepId);
    return step && ordinal !== undefined && getHandler(step).nextPage ? this.nextPageAt(ordinal) : null;
  }

  /** Like `nextPageOf`, for the record with this number. */
  nextPageAt(ordinal: number): unknown {
    return this.values.nextPage(ordinal) ?? this.#exactData(ordinal)?.datum.nextPage ?? null;
  }

  countWork(): void {
    this.sliceWork += this.#work.used - this.#countedWork;
    this.#countedWork = this.#work.used;
  }

  /** The scope of one step's expressions, with their work budget. */
  scope(nowMs: number): ExpressionScope {
    this.countWork();
    this.#work = new WorkBudget();
    this.#countedWork = 0;
    this.values.showItems(this.state.frames, (ordinal) => this.#readList(ordinal));
    return {
      steps: this.values.steps,
      data: this.data.view,
      vars: this.variables.values,
      consts: this.consts,
      now: () => new Date(nowMs),
      isStepName: this.#isStepName,
      work: this.#work,
    };
  }

  /**
   * Writes everything new to disk at once, so that the run would continue from here.
   *
   * @returns true if the summary has changed since the last write.
   */
  save(nowMs: number): boolean {
    const { row, state } = this;
    const { runKey } = row;
    const { runs, open, journal, chunks } = this.#stores;
    const ended = hasEnded(state.status);
    // The values that tags refer to are dropped below.
    if (row.status !== state.status) this.#describe(nowMs);
    const forgets = state.status === 'Succeeded' && this.version.loggingMode === 'LogOnlyIfError';
    if (forgets) this.journal.forgetData();
    // A run that has succeeded doesn't continue. Which data of failed steps it keeps is looked up in the journal's rows.
    const isWhole = !this.hasWritten && state.status === 'Succeeded' && !(forgets && state.failedSteps);
    const wholeJournal = this.journal.write(journal, chunks, runKey, isWhole);
    this.notes.save();
    if (forgets) this.#forget();
    if (ended) this.variables.dropStored(chunks, runKey);
    else this.variables.save(chunks, runKey);
    if (!ended || state.status === 'Failed') this.data.save(chunks, runKey);
    else {
      // A run that cannot continue no longer needs secrets.
      if (!this.secrets.isEmpty) chunks.removeAllOf(runKey, exactChunk(''));
      this.data.dropStored(chunks, runKey);
    }
    const { waitingJson } = row;
    const changed = summarize(row, this, nowMs);
    this.waitingChanged = waitingChange(waitingJson, row.waitingJson) ?? this.waitingChanged;
    runs.save(row, ended && state.status !== 'Failed' ? null : JSON.stringify(this.#stored()), wholeJournal);
    if (this.wakeAt !== undefined) {
      open.setWake(runKey, this.wakeAt);
      this.wakeAt = undefined;
    }
    this.hasWritten = true;
    this.isDirty = false;
    return changed;
  }

  /** Updates by what people find the run. */
  #describe(nowMs: number): void {
    const { row } = this;
    row.tagsJson = runTagsJson(this, nowMs);
    const { version, state, secrets } = this;
    const trigger = this.#trigger ?? this.#stores.runs.trigger(row.runKey);
    const tags = row.tagsJson === null ? [] : (JSON.parse(row.tagsJson) as RunTag[]);
    row.contentJson = version.given ? null : runContentJson({ version, state, secrets, trigger, tags, response: findResponse(this) });
  }

  #stored(): StoredState {
    const { heldBytes } = this;
    const { laterErrors } = this.values;
    return {
      state: this.state,
      ordinals: [...this.values.ordinals],
      keepsData: this.data.keepsAnything,
      storedChars: this.storedChars,
      ...(heldBytes > runLimits.smallRunBytes ? { heldBytes } : {}),
      ...(laterErrors.length > 0 ? { laterErrors } : {}),
      ...(this.secrets.isEmpty ? {} : { secrets: this.secrets.values }),
    };
  }

  #restore(stored: StoredState): void {
    const { runKey } = this.row;
    this.values.restoreErrors(stored.laterErrors ?? []);
    for (const [name, ordinal] of stored.ordinals) {
      this.values.setLazily(name, ordinal, () => {
        // The run already counts its trigger.
        if (this.program.steps.get(name)?.type === 'Trigger') return { value: triggerValues(this.trigger), bytes: 0 };
        const read = this.#exactData(ordinal);
        return { value: read?.datum.values ?? {}, bytes: read?.bytes ?? 0 };
      });
    }
    const { firstStepId } = this.program;
    // The version that the run continues on may use another name for its trigger.
    if (firstStepId !== null && stored.ordinals.length > 0 && !stored.ordinals.some(([name]) => name === firstStepId)) {
      this.values.setLazily(firstStepId, 0, () => ({ value: triggerValues(this.trigger), bytes: 0 }));
    }
    this.variables.load(this.#stores.chunks, runKey);
    if (stored.keepsData) this.data.load(this.#stores.chunks, runKey);
  }

  #readList(ordinal: number): Held<readonly unknown[]> {
    const read = this.#exactData(ordinal);
    if (!read?.datum.items) throw new Error('The list of a loop is no longer stored');
    return { value: read.datum.items, bytes: read.bytes };
  }

  /** The values of a step, including secrets: for later steps, never for people. */
  #exactData(ordinal: number): { datum: StepJournalData; bytes: number } | null {
    const { runKey } = this.row;
    const exact = this.secrets.isEmpty ? null : this.#stores.chunks.read(runKey, exactChunk(ordinal));
    if (exact === null) return this.#stores.sizedStepData(runKey, ordinal);
    return { datum: JSON.parse(exact) as StepJournalData, bytes: exact.length };
  }

  #forget(): void {
    const { runKey } = this.row;
    const { runs, journal, chunks } = this.#stores;
    runs.dropTrigger(runKey);
    const failed = this.state.failedSteps ? journal.keepDataOf(runKey, 'Failed') : new Set<number>();
    const kept = new Set([...failed].map(stepChunk));
    const isKept = (name: string) => name.startsWith(alwaysChunk('')) || name.startsWith(attemptChunk('')) || kept.has(name);
    for (const name of chunks.names(runKey, '')) if (!isKept(name)) chunks.remove(runKey, name);
    if (failed.size === 0 && this.hasWritten) journal.dropData(runKey);
  }
}

function parseHops(headers: RunTrigger['headers']): number {
  const text = headers?.[HOPS_HEADER] ?? '';
  return /^\d{1,4}$/.test(text) ? Number(text) : 0;
}
