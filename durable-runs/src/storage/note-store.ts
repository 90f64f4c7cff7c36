/** Notes of steps that work in parts: what has happened since the last part ended. */
export class NoteStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  read(runKey: number): Map<string, unknown> {
    const rows = this.#sql.exec<{ name: string; json: string }>('SELECT name, json FROM step_notes WHERE run_key = ?', runKey).toArray();
    return new Map(rows.map(({ name, json }) => [name, JSON.parse(json) as unknown]));
  }

  put(runKey: number, name: string, value: unknown): void {
    const put = 'INSERT INTO step_notes VALUES (?, ?, ?) ON CONFLICT (run_key, name) DO UPDATE SET json = excluded.json';
    this.#sql.exec(put, runKey, name, JSON.stringify(value));
  }

  removeAll(runKey: number): void {
    this.#sql.exec('DELETE FROM step_notes WHERE run_key = ?', runKey);
  }
}
