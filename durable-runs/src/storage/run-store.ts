import type { RunCause, RunStatus, RunTrigger, WorkflowVersionSnapshot } from '@portage/contracts';
import { runLimits } from '../limits.ts';
import type { ChunkStore } from './chunk-store.ts';
import type { EncodedEntries } from './journal-store.ts';

export interface RunRow {
  runKey: number;
  runId: string;
  versionId: string;
  status: RunStatus;
  /** Grows with every change of the summary. PostgreSQL never accepts a lower revision. */
  revision: number;
  createdAt: number;
  updatedAt: number;
  startedAt: number | null;
  finishedAt: number | null;
  continueAt: number | null;
  errorMessage: string | null;
  stepCount: number;
  /** Failed steps after which the run continued. */
  failedSteps: number;
  /** When the run was last continued after a failure. */
  continuedAt: number | null;
  startedByHand: boolean;
  isTest: boolean;
  /** Null: an earlier release started the run. */
  startedBy: RunCause | null;
  /** Where a failed run stopped. Also null for a step that is hidden from customers. */
  failedStep: string | null;
  /** RunTag[] as JSON; null: none. */
  tagsJson: string | null;
  /** RunContent as JSON; null: none. */
  contentJson: string | null;
  /** How many failures of other runs led to it. */
  failureDepth: number;
  parentRunId: string | null;
  /** How many runs precede it in the chain of calls, whether or not each waits for the next. */
  callDepth: number;
  /** RunWaiting as JSON; null: it waits for a point in time at most. */
  waitingJson: string | null;
}

export interface WholeRun {
  row: RunRow;
  stateJson: string | null;
  /** Also null if it's stored in chunks. */
  triggerJson: string | null;
  triggerBytes: number;
}

/** SQLite has no booleans. */
type StoredRun = Omit<RunRow, 'startedByHand' | 'isTest'> & { startedByHand: number; isTest: number };

const COLUMNS = `run_key AS runKey, run_id AS runId, version_id AS versionId, status, revision, created_at AS createdAt,
  updated_at AS updatedAt, started_at AS startedAt, finished_at AS finishedAt, continue_at AS continueAt, error_message AS errorMessage,
  step_count AS stepCount, failed_steps AS failedSteps, continued_at AS continuedAt, started_by_hand AS startedByHand, is_test AS isTest,
  started_by AS startedBy, failed_step AS failedStep, tags AS tagsJson, content AS contentJson, failure_depth AS failureDepth, parent_run_id AS parentRunId,
  call_depth AS callDepth, waiting AS waitingJson`;
const TRIGGER_CHUNK = 'trigger';

/** The rows of runs and versions in one shard. Every write is synchronous; the output gate makes it durable before a response is sent. */
export class RunStore {
  readonly #sql: SqlStorage;
  readonly #chunks: ChunkStore;
  readonly #exists: () => boolean;
  readonly #versions = new Map<string, WorkflowVersionSnapshot>();

  /** @param exists whether the tables exist: reading a run must not create them. */
  constructor(sql: SqlStorage, chunks: ChunkStore, exists: () => boolean) {
    this.#sql = sql;
    this.#exists = exists;
    this.#chunks = chunks;
  }

  version(versionId: string): WorkflowVersionSnapshot | null {
    const cached = this.#versions.get(versionId);
    if (cached) return cached;
    const json = this.#chunks.read(0, `version/${versionId}`) ?? this.#versionRow(versionId);
    if (json === null) return null;
    const version = JSON.parse(json) as WorkflowVersionSnapshot;
    this.#versions.set(versionId, version);
    return version;
  }

  addVersion(version: WorkflowVersionSnapshot): void {
    const json = JSON.stringify(version);
    // Run key 0 belongs to no run.
    if (json.length > runLimits.inlineChars) this.#chunks.write(0, `version/${version.versionId}`, json);
    else this.#sql.exec('INSERT OR IGNORE INTO versions VALUES (?, ?)', version.versionId, json);
    this.#versions.set(version.versionId, version);
  }

  /** When any run last changed; null if there never was a run. */
  lastChange(): number | null {
    return this.#sql.exec<{ last: number | null }>('SELECT MAX(updated_at) AS last FROM runs').one().last;
  }

  forgetVersions(): void {
    this.#versions.clear();
  }

  /**
   * @param stateJson what the engine needs besides the trigger; null for most runs.
   * @returns null if a run with this id already exists; nothing has changed then.
   */
  insert(
    run: Omit<RunRow, 'runKey'>,
    deduplicationKey: string | null,
    triggerJson: string,
    stateJson: string | null = null,
  ): RunRow | null {
    const inline = triggerJson.length <= runLimits.inlineChars;
    const inserted = this.#sql
      .exec<{ run_key: number }>(
        `INSERT INTO runs (run_id, version_id, deduplication_key, status, revision, created_at, updated_at, step_count,
           started_by_hand, is_test, started_by, failure_depth, parent_run_id, call_depth, trigger_json, state_json)
         VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (run_id) DO NOTHING RETURNING run_key`,
        run.runId,
        run.versionId,
        deduplicationKey,
        run.status,
        run.revision,
        run.createdAt,
        run.updatedAt,
        run.startedByHand ? 1 : 0,
        run.isTest ? 1 : 0,
        run.startedBy,
        run.failureDepth,
        run.parentRunId,
        run.callDepth,
        inline ? triggerJson : null,
        stateJson,
      )
      .toArray()[0];
    if (!inserted) return null;
    const { run_key: runKey } = inserted;
    if (!inline) this.#chunks.write(runKey, TRIGGER_CHUNK, triggerJson);
    this.#sql.exec('INSERT INTO open_runs VALUES (?, 0, NULL)', runKey);
    return { ...run, runKey };
  }

  /**
   * @param stateJson what the engine needs to continue; null if the run has ended for good.
   * @param wholeJournal of a run that succeeds in its first write; null keeps what is stored.
   */
  save(run: RunRow, stateJson: string | null, wholeJournal: EncodedEntries | null = null): void {
    this.#sql.exec(
      `UPDATE runs SET status = ?, revision = ?, updated_at = ?, started_at = ?, finished_at = ?, continue_at = ?,
         error_message = ?, step_count = ?, failed_steps = ?, continued_at = ?, failed_step = ?, tags = ?, content = ?, waiting = ?,
         state_json = ?, journal_records = COALESCE(?, journal_records), journal_data = COALESCE(?, journal_data) WHERE run_key = ?`,
      run.status,
      run.revision,
      run.updatedAt,
      run.startedAt,
      run.finishedAt,
      run.continueAt,
      run.errorMessage,
      run.stepCount,
      run.failedSteps,
      run.continuedAt,
      run.failedStep,
      run.tagsJson,
      run.contentJson,
      run.waitingJson,
      stateJson,
      wholeJournal?.records ?? null,
      wholeJournal?.data ?? null,
      run.runKey,
    );
  }

  setVersion(runKey: number, versionId: string): void {
    this.#sql.exec('UPDATE runs SET version_id = ? WHERE run_key = ?', versionId, runKey);
  }

  byId(runId: string): RunRow | null {
    return this.#one(`SELECT ${COLUMNS} FROM runs WHERE run_id = ?`, runId);
  }

  byKey(runKey: number): RunRow | null {
    return this.#one(`SELECT ${COLUMNS} FROM runs WHERE run_key = ?`, runKey);
  }

  whole(runKey: number): WholeRun | null {
    const query = `SELECT ${COLUMNS}, state_json AS stateJson, trigger_json AS triggerJson FROM runs WHERE run_key = ?`;
    const stored = this.#sql.exec<StoredRun & Pick<WholeRun, 'stateJson' | 'triggerJson'>>(query, runKey).toArray()[0];
    if (!stored) return null;
    const { stateJson, triggerJson, ...row } = stored;
    const triggerBytes = triggerJson?.length ?? this.#chunks.size(runKey, TRIGGER_CHUNK);
    return { row: fromStored(row), stateJson, triggerJson, triggerBytes };
  }

  byKeys(runKeys: readonly number[]): RunRow[] {
    const query = `SELECT ${COLUMNS} FROM runs WHERE run_key IN (SELECT value FROM json_each(?))`;
    return this.#sql.exec<StoredRun>(query, JSON.stringify(runKeys)).toArray().map(fromStored);
  }

  revisions(runKeys: readonly number[]): Map<number, number> {
    const query = 'SELECT run_key, revision FROM runs WHERE run_key IN (SELECT value FROM json_each(?))';
    const rows = this.#sql.exec<{ run_key: number; revision: number }>(query, JSON.stringify(runKeys)).toArray();
    return new Map(rows.map((row) => [row.run_key, row.revision]));
  }

  byDeduplicationKey(key: string): RunRow | null {
    return this.#one(`SELECT ${COLUMNS} FROM runs WHERE deduplication_key = ?`, key);
  }

  stateJson(runKey: number): string | null {
    return (
      this.#sql.exec<{ state_json: string | null }>('SELECT state_json FROM runs WHERE run_key = ?', runKey).toArray()[0]?.state_json ??
      null
    );
  }

  /** @param mostChars null is returned for a longer one, as for one that isn't stored */
  trigger(runKey: number, mostChars = Number.POSITIVE_INFINITY): RunTrigger | null {
    const row = this.#sql.exec<{ trigger_json: string | null }>('SELECT trigger_json FROM runs WHERE run_key = ?', runKey).toArray()[0];
    const json = row?.trigger_json ?? this.#chunks.read(runKey, TRIGGER_CHUNK);
    return json === null || json.length > mostChars ? null : (JSON.parse(json) as RunTrigger);
  }

  /** Spec ENG-23. The caller removes the chunks. */
  dropTrigger(runKey: number): void {
    this.#sql.exec('UPDATE runs SET trigger_json = NULL WHERE run_key = ? AND trigger_json IS NOT NULL', runKey);
  }

  #versionRow(versionId: string): string | null {
    return this.#sql.exec<{ json: string }>('SELECT json FROM versions WHERE version_id = ?', versionId).toArray()[0]?.json ?? null;
  }

  #one(query: string, parameter: string | number): RunRow | null {
    if (!this.#exists()) return null;
    const row = this.#sql.exec<StoredRun>(query, parameter).toArray()[0];
    return row ? fromStored(row) : null;
  }
}

function fromStored({ startedByHand, isTest, ...run }: StoredRun): RunRow {
  return { ...run, startedByHand: startedByHand === 1, isTest: isTest === 1 };
}
