/** A message for another shard whose delivery isn't confirmed. */
export interface ShardMessage {
  id: number;
  kind: 'ended' | 'cancel';
  runId: string;
  /** `ended`: identifies the answer that the run waits for. The run in this shard provides it. */
  ref: string | null;
  runKey: number | null;
}

/**
 * How runs of this shard are linked to runs of other shards: who waits for the end of a run here, which messages are still to be sent,
 * and which starts were cancelled before they arrived.
 */
export class CallStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  addCaller(runKey: number, runId: string, ref: string): void {
    this.#sql.exec('INSERT OR IGNORE INTO run_callers VALUES (?, ?, ?)', runKey, runId, ref);
  }

  /** The step that waits for the run's end. Read once, because it's notified once. */
  takeCaller(runKey: number): { runId: string; ref: string } | null {
    const query = 'DELETE FROM run_callers WHERE run_key = ? RETURNING run_id, ref';
    const row = this.#sql.exec<{ run_id: string; ref: string }>(query, runKey).toArray()[0];
    return row ? { runId: row.run_id, ref: row.ref } : null;
  }

  addMessage({ kind, runId, ref, runKey }: Omit<ShardMessage, 'id'>): void {
    this.#sql.exec('INSERT INTO shard_messages (kind, run_id, ref, run_key) VALUES (?, ?, ?, ?)', kind, runId, ref, runKey);
  }

  messages(limit: number): ShardMessage[] {
    return this.#sql
      .exec<{ id: number; kind: string; run_id: string; ref: string | null; run_key: number | null }>(
        'SELECT id, kind, run_id, ref, run_key FROM shard_messages ORDER BY id LIMIT ?',
        limit,
      )
      .toArray()
      .map(({ id, kind, run_id, ref, run_key }) => ({ id, kind: kind as ShardMessage['kind'], runId: run_id, ref, runKey: run_key }));
  }

  removeMessage(id: number): void {
    this.#sql.exec('DELETE FROM shard_messages WHERE id = ?', id);
  }

  refuseStart(runId: string): void {
    this.#sql.exec('INSERT OR IGNORE INTO refused_starts VALUES (?)', runId);
  }

  isStartRefused(runId: string): boolean {
    return this.#sql.exec('SELECT 1 FROM refused_starts WHERE run_id = ?', runId).toArray().length > 0;
  }
}
