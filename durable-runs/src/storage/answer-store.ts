import type { ChunkStore } from './chunk-store.ts';

const CHUNK = 'answer/';

/** Answers that waiting steps have not read yet. Each is stored before its sender gets a confirmation, and only the first one counts. */
export class AwaitedResultStore {
  readonly #sql: SqlStorage;
  readonly #chunks: ChunkStore;

  constructor(sql: SqlStorage, chunks: ChunkStore) {
    this.#sql = sql;
    this.#chunks = chunks;
  }

  /** @returns false if there is already an answer */
  put(runKey: number, ref: string, answer: unknown): boolean {
    const written = this.#sql.exec('INSERT INTO run_answers VALUES (?, ?, 0) ON CONFLICT DO NOTHING RETURNING ref', runKey, ref).toArray();
    if (written.length === 0) return false;
    this.#chunks.write(runKey, CHUNK + ref, JSON.stringify(answer));
    return true;
  }

  /** @returns the answer, and how many times the object has ended abnormally with it; null until there is an answer */
  read(runKey: number, ref: string): { answer: unknown; tries: number } | null {
    const query = 'SELECT tries FROM run_answers WHERE run_key = ? AND ref = ?';
    const row = this.#sql.exec<{ tries: number }>(query, runKey, ref).toArray()[0];
    const json = row ? this.#chunks.read(runKey, CHUNK + ref) : null;
    return row && json !== null ? { answer: JSON.parse(json) as unknown, tries: row.tries } : null;
  }

  has(runKey: number): boolean {
    return this.#sql.exec('SELECT 1 FROM run_answers WHERE run_key = ? LIMIT 1', runKey).toArray().length > 0;
  }

  /** For a run that no longer waits for any of them. */
  removeAll(runKey: number): void {
    this.#sql.exec('DELETE FROM run_answers WHERE run_key = ?', runKey);
    this.#chunks.removeAllOf(runKey, CHUNK);
  }

  /** Runs that had an unread answer when the object ended. The end is counted against the answer. */
  resume(): number[] {
    return this.#sql
      .exec<{ run_key: number }>('UPDATE run_answers SET tries = tries + 1 RETURNING run_key')
      .toArray()
      .map(({ run_key }) => run_key);
  }
}
