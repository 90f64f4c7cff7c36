import type { StepRecord } from '../core/run-event.ts';
import { type RecordRow, recordFromRow, recordToRow } from './record-row.ts';

/** A step's data in the journal, as JSON: `values` for later steps, `detail` for people. */
export interface StepJournalData {
  values?: Record<string, unknown>;
  detail?: Record<string, unknown>;
  /** Entries of `$Data` that this step set in the run (null: removed). They show what later steps saw. */
  data?: [key: string, value: unknown][];
  /** Loop: the list that it iterates, or one page of it. */
  items?: unknown[];
  /** The index of the first item in the whole list; absent: 0. */
  firstIndex?: number;
  nextPage?: unknown;
  /** The item of the innermost loop, if the loop's own list won't be kept. */
  item?: unknown;
  /** The data is stored in chunks under this name. */
  chunk?: string;
}

/** A record and its data as JSON (null: the step has none). */
export interface JournalEntry {
  record: StepRecord;
  dataJson: string | null;
}

/** Records and their data as JSON lists. */
export interface EncodedEntries {
  records: string;
  /** Null: none of them has data. */
  data: string | null;
}

export function encodeEntries(entries: readonly JournalEntry[]): EncodedEntries {
  const hasData = entries.some((entry) => entry.dataJson !== null);
  return {
    records: JSON.stringify(entries.map((entry) => recordToRow(entry.record))),
    data: hasData ? `[${entries.map((entry) => entry.dataJson ?? 'null').join(',')}]` : null,
  };
}

/** Ordinals of one run are contiguous: id = run key * SPAN + ordinal, so a run's journal is one range of ids. */
const SPAN = 2 ** 21;

export function journalId(runKey: number, ordinal: number): number {
  return runKey * SPAN + ordinal;
}

/** The step records of all runs of a shard, appended in batches, one row per batch. A run that succeeds in its first write has none: the batch is in its own row. */
export class JournalStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** @param entries of one run, with consecutive ordinals in order. */
  append(runKey: number, entries: readonly JournalEntry[]): void {
    const [first] = entries;
    if (!first) return;
    const { records, data } = encodeEntries(entries);
    this.#sql.exec('INSERT INTO journal VALUES (?, ?, ?, ?)', runKey * SPAN + first.record.ordinal, entries.length, records, data);
  }

  /** Records below this ordinal were appended, including that of a continued step. */
  writtenBefore(runKey: number): number {
    const last = this.#sql
      .exec<{ id: number; count: number }>(
        'SELECT id, count FROM journal WHERE id >= ? AND id < ? ORDER BY id DESC LIMIT 1',
        runKey * SPAN,
        (runKey + 1) * SPAN,
      )
      .toArray()[0];
    return last ? last.id - runKey * SPAN + last.count : 0;
  }

  /** Replaces a record that was appended before it was finished. Its data remains if the new record has none. */
  change(runKey: number, entry: JournalEntry): void {
    this.#sql.exec(
      `INSERT INTO journal_changes VALUES (?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET record = excluded.record, data = COALESCE(excluded.data, data)`,
      runKey * SPAN + entry.record.ordinal,
      JSON.stringify(recordToRow(entry.record)),
      entry.dataJson,
    );
  }

  /** Records with ordinals in [from, to), in order. Ordinals not written yet are absent. */
  records(runKey: number, from: number, to: number): StepRecord[] {
    const found = new Map<number, StepRecord>();
    for (const row of this.#segments(runKey, from, to, 'records')) {
      const rows = JSON.parse(row.text as string) as RecordRow[];
      for (let at = Math.max(0, from - row.first); at < rows.length && row.first + at < to; at += 1) {
        found.set(row.first + at, recordFromRow(row.first + at, rows[at] as RecordRow));
      }
    }
    const changes = this.#sql.exec<{ id: number; record: string }>(
      'SELECT id, record FROM journal_changes WHERE id >= ? AND id < ?',
      runKey * SPAN + from,
      runKey * SPAN + to,
    );
    for (const { id, record } of changes) found.set(id - runKey * SPAN, recordFromRow(id - runKey * SPAN, JSON.parse(record) as RecordRow));
    return [...found.values()].sort((left, right) => left.ordinal - right.ordinal);
  }

  /** Data of the steps with ordinals in [from, to); steps without data are left out. */
  data(runKey: number, from: number, to: number): Map<number, StepJournalData> {
    const found = new Map<number, StepJournalData>();
    for (const row of this.#segments(runKey, from, to, 'data')) {
      if (row.text === null) continue;
      const data = JSON.parse(row.text) as (StepJournalData | null)[];
      for (let at = Math.max(0, from - row.first); at < data.length && row.first + at < to; at += 1) {
        const datum = data[at];
        if (datum) found.set(row.first + at, datum);
      }
    }
    const changes = this.#sql.exec<{ id: number; data: string | null }>(
      'SELECT id, data FROM journal_changes WHERE id >= ? AND id < ?',
      runKey * SPAN + from,
      runKey * SPAN + to,
    );
    for (const { id, data } of changes) {
      // A change without data keeps the first record's data; a change with `null` removes it.
      if (data === null) continue;
      const datum = JSON.parse(data) as StepJournalData | null;
      if (datum) found.set(id - runKey * SPAN, datum);
      else found.delete(id - runKey * SPAN);
    }
    return found;
  }

  /** Spec ENG-23: removes what the steps received and returned, but keeps the fact that they ran. */
  dropData(runKey: number): void {
    this.#sql.exec('UPDATE journal SET data = NULL WHERE id >= ? AND id < ? AND data IS NOT NULL', runKey * SPAN, (runKey + 1) * SPAN);
    this.#sql.exec(
      'UPDATE journal_changes SET data = NULL WHERE id >= ? AND id < ? AND data IS NOT NULL',
      runKey * SPAN,
      (runKey + 1) * SPAN,
    );
  }

  /** Keeps only the data of steps with this status. @returns their ordinals */
  keepDataOf(runKey: number, status: StepRecord['status']): Set<number> {
    const kept = new Set<number>();
    const rows = this.#sql
      .exec<{ id: number; count: number }>(
        'SELECT id, count FROM journal WHERE id >= ? AND id < ? ORDER BY id',
        runKey * SPAN,
        (runKey + 1) * SPAN,
      )
      .toArray();
    for (const { id, count } of rows) {
      const first = id - runKey * SPAN;
      for (const record of this.records(runKey, first, first + count)) if (record.status === status) kept.add(record.ordinal);
      const text = this.#sql.exec<{ data: string | null }>('SELECT data FROM journal WHERE id = ?', id).one().data;
      if (text === null) continue;
      const data = (JSON.parse(text) as unknown[]).map((datum, at) => (kept.has(first + at) ? datum : null));
      const left = data.some((datum) => datum !== null) ? JSON.stringify(data) : null;
      this.#sql.exec('UPDATE journal SET data = ? WHERE id = ?', left, id);
    }
    this.#sql.exec(
      `UPDATE journal_changes SET data = NULL WHERE id >= ? AND id < ? AND data IS NOT NULL
         AND id NOT IN (SELECT value + ? FROM json_each(?))`,
      runKey * SPAN,
      (runKey + 1) * SPAN,
      runKey * SPAN,
      JSON.stringify([...kept]),
    );
    return kept;
  }

  removeAll(runKey: number): void {
    for (const table of ['journal', 'journal_changes', 'step_attempts']) {
      this.#sql.exec(`DELETE FROM ${table} WHERE id >= ? AND id < ?`, runKey * SPAN, (runKey + 1) * SPAN);
    }
  }

  *#segments(runKey: number, from: number, to: number, column: 'records' | 'data'): Iterable<{ first: number; text: string | null }> {
    const base = runKey * SPAN;
    // The segment that contains `from` may begin before it.
    const begin = this.#sql
      .exec<{ id: number }>('SELECT id FROM journal WHERE id >= ? AND id <= ? ORDER BY id DESC LIMIT 1', base, base + from)
      .toArray()[0]?.id;
    if (begin === undefined) {
      const query = `SELECT journal_${column} AS text FROM runs WHERE run_key = ? AND journal_records IS NOT NULL`;
      const whole = this.#sql.exec<{ text: string | null }>(query, runKey).toArray()[0];
      if (whole) yield { first: 0, text: whole.text };
    }
    const rows = this.#sql.exec<{ id: number; text: string | null }>(
      `SELECT id, ${column} AS text FROM journal WHERE id >= ? AND id < ? ORDER BY id`,
      begin ?? base + from,
      base + to,
    );
    for (const row of rows) yield { first: row.id - base, text: row.text };
  }
}
