import type { StepRecord } from '../core/run-event.ts';
import { attemptChunk, exactChunk } from './chunk-names.ts';
import type { ChunkStore } from './chunk-store.ts';
import { type JournalStore, journalId, type StepJournalData } from './journal-store.ts';
import { type RecordRow, recordFromRow, recordToRow } from './record-row.ts';

/** How many earlier attempts of a step are kept: the first, and the newest of the later ones. */
const MOST_ATTEMPTS = 20;

/** A step as it was before its run was continued at it. */
export interface StoredAttempt {
  /** Counted from 1. */
  number: number;
  record: StepRecord;
  data: StepJournalData | null;
}

/** The failed attempts of steps whose runs were continued. */
export class AttemptStore {
  readonly #sql: SqlStorage;
  readonly #journal: JournalStore;
  readonly #chunks: ChunkStore;

  constructor(sql: SqlStorage, journal: JournalStore, chunks: ChunkStore) {
    this.#sql = sql;
    this.#journal = journal;
    this.#chunks = chunks;
  }

  /**
   * Moves the failed record and its data aside; the step's own record then has no data. Written in the same turn that continues the run,
   * so both are stored or neither is.
   */
  keep(runKey: number, ordinal: number): void {
    const record = this.#journal.records(runKey, ordinal, ordinal + 1)[0];
    if (record?.status !== 'Failed') return;
    const number = (this.#numbers(runKey, ordinal).at(-1) ?? 0) + 1;
    let data = this.#journal.data(runKey, ordinal, ordinal + 1).get(ordinal) ?? null;
    if (data?.chunk !== undefined) {
      const chunk = attemptChunk(ordinal, number);
      this.#chunks.rename(runKey, data.chunk, chunk);
      data = { chunk };
    }
    const json = data && JSON.stringify(data);
    this.#sql.exec(
      'INSERT INTO step_attempts VALUES (?, ?, ?, ?)',
      journalId(runKey, ordinal),
      number,
      JSON.stringify(recordToRow(record)),
      json,
    );
    this.#journal.change(runKey, { record, dataJson: 'null' });
    this.#chunks.remove(runKey, exactChunk(ordinal));
    for (const old of this.#numbers(runKey, ordinal).slice(1, -(MOST_ATTEMPTS - 1))) this.#remove(runKey, ordinal, old);
  }

  /** Oldest first. */
  list(runKey: number, ordinal: number): { number: number; record: StepRecord }[] {
    const query = 'SELECT attempt, record FROM step_attempts WHERE id = ? ORDER BY attempt';
    const rows = this.#sql.exec<{ attempt: number; record: string }>(query, journalId(runKey, ordinal)).toArray();
    return rows.map(({ attempt, record }) => ({ number: attempt, record: recordFromRow(ordinal, JSON.parse(record) as RecordRow) }));
  }

  read(runKey: number, ordinal: number, number: number): StoredAttempt | null {
    const query = 'SELECT record, data FROM step_attempts WHERE id = ? AND attempt = ?';
    const row = this.#sql.exec<{ record: string; data: string | null }>(query, journalId(runKey, ordinal), number).toArray()[0];
    if (!row) return null;
    const datum = row.data === null ? null : (JSON.parse(row.data) as StepJournalData);
    const chunk = datum?.chunk === undefined ? null : this.#chunks.read(runKey, datum.chunk);
    const data = chunk === null ? datum : (JSON.parse(chunk) as StepJournalData);
    return { number, record: recordFromRow(ordinal, JSON.parse(row.record) as RecordRow), data };
  }

  #numbers(runKey: number, ordinal: number): number[] {
    return this.list(runKey, ordinal).map(({ number }) => number);
  }

  #remove(runKey: number, ordinal: number, number: number): void {
    this.#sql.exec('DELETE FROM step_attempts WHERE id = ? AND attempt = ?', journalId(runKey, ordinal), number);
    this.#chunks.remove(runKey, attemptChunk(ordinal, number));
  }
}
