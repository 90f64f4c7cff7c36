import { runLimits } from '../limits.ts';

/**
 * Values of any size under a name inside a run. A SQLite row holds 2 MB, so they are stored in parts, as bytes so
 * that no character is cut in two.
 */
export class ChunkStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  write(runKey: number, name: string, json: string): void {
    const bytes = new TextEncoder().encode(json);
    const parts = Math.max(1, Math.ceil(bytes.length / runLimits.chunkBytes));
    this.remove(runKey, name);
    for (let part = 0; part < parts; part += 1) {
      const start = part * runLimits.chunkBytes;
      this.#sql.exec('INSERT INTO chunks VALUES (?, ?, ?, ?)', runKey, name, part, bytes.slice(start, start + runLimits.chunkBytes));
    }
  }

  /** @returns null if nothing is stored under that name. */
  read(runKey: number, name: string): string | null {
    const decoder = new TextDecoder();
    let json: string | null = null;
    for (const row of this.#sql.exec<{ bytes: ArrayBuffer }>(
      'SELECT bytes FROM chunks WHERE run_key = ? AND name = ? ORDER BY part',
      runKey,
      name,
    )) {
      json = (json ?? '') + decoder.decode(row.bytes, { stream: true });
    }
    return json === null ? null : json + decoder.decode();
  }

  /** How many bytes are stored under that name. */
  size(runKey: number, name: string): number {
    const query = 'SELECT SUM(LENGTH(bytes)) AS size FROM chunks WHERE run_key = ? AND name = ?';
    return this.#sql.exec<{ size: number | null }>(query, runKey, name).one().size ?? 0;
  }

  remove(runKey: number, name: string): void {
    this.#sql.exec('DELETE FROM chunks WHERE run_key = ? AND name = ?', runKey, name);
  }

  rename(runKey: number, from: string, to: string): void {
    this.#sql.exec('UPDATE chunks SET name = ? WHERE run_key = ? AND name = ?', to, runKey, from);
  }

  names(runKey: number, prefix: string): string[] {
    const rows = this.#sql.exec<{ name: string }>(
      'SELECT name FROM chunks WHERE run_key = ? AND part = 0 AND name >= ? AND name < ? ORDER BY name',
      runKey,
      prefix,
      `${prefix}\u{10ffff}`,
    );
    return rows.toArray().map((row) => row.name);
  }

  removeAllOf(runKey: number, prefix: string): void {
    for (const name of this.names(runKey, prefix)) this.remove(runKey, name);
  }

  removeAll(runKey: number): void {
    this.#sql.exec('DELETE FROM chunks WHERE run_key = ?', runKey);
  }

  removeAllBut(runKey: number, prefix: string): void {
    this.#sql.exec('DELETE FROM chunks WHERE run_key = ? AND substr(name, 1, ?) <> ?', runKey, prefix.length, prefix);
  }
}
