import type { RunRow } from './run-store.ts';

interface OpenRun {
  runKey: number;
  status: 'Scheduled' | 'InProgress' | 'Delayed';
  wakeAt: number | null;
  versionId: string;
  isParked: boolean;
}

/** The runs of a shard that still need work: to be continued, to be woken at a set time, or to be written to PostgreSQL. */
export class OpenRunStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Keys of the runs in these states, oldest first. */
  inProgress(): OpenRun[] {
    return this.#sql
      .exec<Omit<OpenRun, 'isParked'> & { isParked: number }>(
        `SELECT o.run_key AS runKey, r.status, o.wake_at AS wakeAt, r.version_id AS versionId, p.run_key IS NOT NULL AS isParked
         FROM open_runs o JOIN runs r USING (run_key) LEFT JOIN parked_runs p USING (run_key)
         WHERE r.status IN ('Scheduled', 'InProgress', 'Delayed') ORDER BY o.run_key`,
      )
      .toArray()
      .map((run) => ({ ...run, isParked: run.isParked === 1 }));
  }

  /** Notes that the run waits for its turn to call outside, so it can't be the cause if the object ends in the meantime. */
  park(runKey: number): void {
    this.#sql.exec('INSERT OR IGNORE INTO parked_runs VALUES (?)', runKey);
  }

  unpark(runKey: number): void {
    this.#sql.exec('DELETE FROM parked_runs WHERE run_key = ?', runKey);
  }

  setWake(runKey: number, wakeAt: number | null): void {
    this.#sql.exec('UPDATE open_runs SET wake_at = ? WHERE run_key = ?', wakeAt, runKey);
  }

  reopen(run: RunRow): void {
    this.#sql.exec('INSERT OR IGNORE INTO open_runs VALUES (?, ?, NULL)', run.runKey, run.revision);
  }

  /** `again`: an earlier alarm already picked the run up and postponed its next one, and the run has not been written since. */
  due(nowMs: number, limit: number): { runKey: number; again: boolean }[] {
    return this.#sql
      .exec<{ run_key: number; again: number | null }>(
        `SELECT o.run_key, o.wake_at > r.continue_at AS again FROM open_runs o JOIN runs r USING (run_key)
         WHERE o.wake_at <= ? ORDER BY o.wake_at, o.run_key LIMIT ?`,
        nowMs,
        limit,
      )
      .toArray()
      .map((row) => ({ runKey: row.run_key, again: row.again === 1 }));
  }

  /** When a run is to be woken; null if nothing will wake it. */
  wakeOf(runKey: number): number | null {
    const query = 'SELECT wake_at FROM open_runs WHERE run_key = ?';
    return this.#sql.exec<{ wake_at: number | null }>(query, runKey).toArray()[0]?.wake_at ?? null;
  }

  nextWake(): number | null {
    return this.#sql.exec<{ at: number | null }>('SELECT MIN(wake_at) AS at FROM open_runs WHERE wake_at IS NOT NULL').one().at;
  }

  /** Runs whose newest summary isn't in PostgreSQL. */
  unsent(limit: number): number[] {
    return this.#keys(
      'SELECT o.run_key FROM open_runs o JOIN runs r USING (run_key) WHERE o.sent_revision < r.revision ORDER BY o.run_key LIMIT ?',
      limit,
    );
  }

  /** Notes that PostgreSQL has this revision. If the run ended with it, nothing more is needed. */
  markSent(runKey: number, revision: number): void {
    this.#sql.exec('UPDATE open_runs SET sent_revision = MAX(sent_revision, ?) WHERE run_key = ?', revision, runKey);
  }

  /** Closes runs that have ended and whose last revisions PostgreSQL has. */
  close(runKeys: readonly number[]): void {
    this.#sql.exec('DELETE FROM open_runs WHERE run_key IN (SELECT value FROM json_each(?))', JSON.stringify(runKeys));
  }

  isEmpty(): boolean {
    return this.#sql.exec('SELECT 1 FROM open_runs LIMIT 1').toArray().length === 0;
  }

  #keys(query: string, ...parameters: number[]): number[] {
    return this.#sql
      .exec<{ run_key: number }>(query, ...parameters)
      .toArray()
      .map((row) => row.run_key);
  }
}
