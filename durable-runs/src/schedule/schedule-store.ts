import type { WorkflowVersionSnapshot } from '@portage/contracts';
import { ChunkStore } from '../storage/chunk-store.ts';
import type { ScheduleState } from './schedule-state.ts';

export interface FireRecord {
  fireMs: number;
  outcome: 'started' | 'skipped' | 'refused';
  /** Null: the fire started no run. */
  runId: string | null;
  message: string | null;
  atMs: number;
}

const LAYOUT = `
  CREATE TABLE schedule (id INTEGER PRIMARY KEY CHECK (id = 1), state TEXT NOT NULL);
  CREATE TABLE fires (fire_at INTEGER PRIMARY KEY, outcome TEXT NOT NULL, run_id TEXT, message TEXT, at INTEGER NOT NULL);
  CREATE TABLE chunks (run_key INTEGER NOT NULL, name TEXT NOT NULL, part INTEGER NOT NULL, bytes BLOB NOT NULL,
    PRIMARY KEY (run_key, name, part)) WITHOUT ROWID;`;

const KEPT_FIRES = 200;

/** A schedule's SQLite. Tables are created on the first write, so an object that is only asked leaves nothing behind. */
export class ScheduleStore {
  readonly #sql: SqlStorage;
  readonly #chunks: ChunkStore;
  #isLaidOut: boolean;
  #state: ScheduleState | null = null;
  #version: WorkflowVersionSnapshot | null = null;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    this.#chunks = new ChunkStore(sql);
    this.#isLaidOut = sql.exec("SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'schedule'").toArray().length > 0;
  }

  read(): ScheduleState | null {
    if (this.#state || !this.#isLaidOut) return this.#state;
    const row = this.#sql.exec<{ state: string }>('SELECT state FROM schedule').toArray()[0];
    this.#state = row ? (JSON.parse(row.state) as ScheduleState) : null;
    return this.#state;
  }

  write(state: ScheduleState): void {
    if (state === this.#state) return;
    this.#layOut();
    this.#sql.exec('INSERT OR REPLACE INTO schedule VALUES (1, ?)', JSON.stringify(state));
    this.#state = state;
  }

  version(): WorkflowVersionSnapshot | null {
    if (!this.#version && this.#isLaidOut) {
      const json = this.#chunks.read(0, 'version');
      this.#version = json === null ? null : (JSON.parse(json) as WorkflowVersionSnapshot);
    }
    return this.#version;
  }

  writeVersion(version: WorkflowVersionSnapshot): void {
    this.#layOut();
    this.#chunks.write(0, 'version', JSON.stringify(version));
    this.#version = version;
  }

  hasFired(fireMs: number): boolean {
    return this.#isLaidOut && this.#sql.exec('SELECT fire_at FROM fires WHERE fire_at = ?', fireMs).toArray().length > 0;
  }

  /** The last handled fires, newest first. */
  pastFires(count: number): FireRecord[] {
    if (!this.#isLaidOut) return [];
    return this.#sql
      .exec<{ fire_at: number; outcome: string; run_id: string | null; message: string | null; at: number }>(
        'SELECT fire_at, outcome, run_id, message, at FROM fires ORDER BY fire_at DESC LIMIT ?',
        count,
      )
      .toArray()
      .map((row) => ({
        fireMs: row.fire_at,
        outcome: row.outcome as FireRecord['outcome'],
        runId: row.run_id,
        message: row.message,
        atMs: row.at,
      }));
  }

  /** Records nothing once everything was removed. */
  recordFire({ fireMs, outcome, runId, message, atMs }: FireRecord): void {
    if (!this.#isLaidOut) return;
    this.#sql.exec('INSERT OR REPLACE INTO fires VALUES (?, ?, ?, ?, ?)', fireMs, outcome, runId, message, atMs);
    this.#sql.exec('DELETE FROM fires WHERE fire_at <= (SELECT fire_at FROM fires ORDER BY fire_at DESC LIMIT 1 OFFSET ?)', KEPT_FIRES);
  }

  forget(): void {
    this.#isLaidOut = false;
    this.#state = null;
    this.#version = null;
  }

  #layOut(): void {
    if (this.#isLaidOut) return;
    this.#sql.exec(LAYOUT);
    this.#isLaidOut = true;
  }
}
