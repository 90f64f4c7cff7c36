import type { ChunkStore } from './chunk-store.ts';

const CHUNK = 'answer/';

/** Answers that waiting steps have not taken yet: on disk before those who gave them hear that they arrived. The first one stands. */
export class AnswerStore {
  readonly #sql: SqlStorage;
  readonly #chunks: ChunkStore;

  constructor(sql: SqlStorage, chunks: ChunkStore) {
    this.#sql = sql;
    this.#chunks = chunks;
  }

  /** @returns false: there is an answer already */
  put(runKey: number, ref: string, answer: unknown): boolean {
    const written = this.#sql.exec('INSERT INTO run_answers VALUES (?, ?, 0) ON CONFLICT DO NOTHING RETURNING ref', runKey, ref).toArray();
    if (written.length === 0) return false;
    this.#chunks.write(runKey, CHUNK + ref, JSON.stringify(answer));
    return true;
  }

  /** @returns the answer, and how often the object has ended abnormally with it; null before there is an answer */
  read(runKey: number, ref: string): { answer: unknown; tries: number } | null {
    const query = 'SELECT tries FROM run_answers WHERE run_key = ? AND ref = ?';
    const row = this.#sql.exec<{ tries: number }>(query, runKey, ref).toArray()[0];
    const json = row ? this.#chunks.read(runKey, CHUNK + ref) : null;
    return row && json !== null ? { answer: JSON.parse(json) as unknown, tries: row.tries } : null;
  }

  has(runKey: number): boolean {
    return this.#sql.exec('SELECT 1 FROM run_answers WHERE run_key = ? LIMIT 1', runKey).toArray().length > 0;
  }

  /** Of a run that waits for none of them any more. */
  removeAll(runKey: number): void {
    this.#sql.exec('DELETE FROM run_answers WHERE run_key = ?', runKey);
    this.#chunks.removeAllOf(runKey, CHUNK);
  }

  /** Runs whose answer was not taken when the object ended; counted against the answer. */
  resume(): number[] {
    return this.#sql
      .exec<{ run_key: number }>('UPDATE run_answers SET tries = tries + 1 RETURNING run_key')
      .toArray()
      .map(({ run_key }) => run_key);
  }
}
