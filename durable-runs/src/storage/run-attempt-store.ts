import type { RunContinuer } from '@portage/contracts';

/** How many failures of one run are kept: the first and the newest. */
const MOST_ATTEMPTS = 20;

/** How a run had failed before it was continued. */
interface RunFailure {
  versionId: string;
  startedAt: number;
  finishedAt: number;
  errorMessage: string | null;
  /** The record that failed; null: the run failed between two steps. */
  step: { ordinal: number; name: string } | null;
  continuedAt: number;
  by: RunContinuer | null;
  /** The key of the call that continued it. */
  key?: string;
}

export interface NumberedFailure extends RunFailure {
  /** Counted from 1. */
  number: number;
}

/** The failures of runs that were continued. They are kept as long as the run's row. */
export class RunAttemptStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  keep(runKey: number, failure: RunFailure): void {
    const numbers = this.list(runKey).map(({ number }) => number);
    this.#sql.exec('INSERT INTO run_attempts VALUES (?, ?, ?)', runKey, (numbers.at(-1) ?? 0) + 1, JSON.stringify(failure));
    for (const old of numbers.slice(1, -(MOST_ATTEMPTS - 2))) {
      this.#sql.exec('DELETE FROM run_attempts WHERE run_key = ? AND attempt = ?', runKey, old);
    }
  }

  /** Oldest first. */
  list(runKey: number): NumberedFailure[] {
    const query = 'SELECT attempt, json FROM run_attempts WHERE run_key = ? ORDER BY attempt';
    const rows = this.#sql.exec<{ attempt: number; json: string }>(query, runKey).toArray();
    return rows.map(({ attempt, json }) => ({ ...(JSON.parse(json) as RunFailure), number: attempt }));
  }

  stoodFailedMs(runKey: number): number {
    return this.list(runKey).reduce((sum, { finishedAt, continuedAt }) => sum + Math.max(0, continuedAt - finishedAt), 0);
  }
}
