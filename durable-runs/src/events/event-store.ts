import { ChunkStore } from '../storage/chunk-store.ts';
import type { EventState } from './event-state.ts';

const LAYOUT = `
  CREATE TABLE listening (id INTEGER PRIMARY KEY CHECK (id = 1), state TEXT NOT NULL);
  CREATE TABLE seen (key TEXT PRIMARY KEY, place REAL) WITHOUT ROWID;
  CREATE INDEX seen_place ON seen (place);
  CREATE TABLE waiting (number INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL, run_id TEXT NOT NULL);
  CREATE TABLE chunks (run_key INTEGER NOT NULL, name TEXT NOT NULL, part INTEGER NOT NULL, bytes BLOB NOT NULL,
    PRIMARY KEY (run_key, name, part)) WITHOUT ROWID;`;

const PAYLOAD = 'payload';

/** An event that was read and has no run yet. Its run id is stored before the first attempt, so no attempt starts a second run. */
export interface WaitingEvent {
  number: number;
  key: string;
  runId: string;
}

/** The object's SQLite. Tables are created on the first write, so an object that is only asked leaves nothing behind. */
export class EventStore {
  readonly #sql: SqlStorage;
  readonly #chunks: ChunkStore;
  #isLaidOut: boolean;
  #state: EventState | null = null;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    this.#chunks = new ChunkStore(sql);
    this.#isLaidOut = sql.exec("SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'listening'").toArray().length > 0;
  }

  read(): EventState | null {
    if (this.#state || !this.#isLaidOut) return this.#state;
    const row = this.#sql.exec<{ state: string }>('SELECT state FROM listening').toArray()[0];
    this.#state = row ? (JSON.parse(row.state) as EventState) : null;
    return this.#state;
  }

  write(state: EventState): void {
    if (state === this.#state) return;
    if (!this.#isLaidOut) {
      this.#sql.exec(LAYOUT);
      this.#isLaidOut = true;
    }
    this.#sql.exec('INSERT OR REPLACE INTO listening VALUES (1, ?)', JSON.stringify(state));
    this.#state = state;
  }

  see(key: string, place: number | null): boolean {
    return this.#sql.exec('INSERT OR IGNORE INTO seen VALUES (?, ?)', key, place).rowsWritten > 0;
  }

  /** Events before this position can't come again. */
  forgetSeenBefore(place: number): void {
    this.#sql.exec('DELETE FROM seen WHERE place < ?', place);
  }

  clearReading(): void {
    if (!this.#isLaidOut) return;
    this.#sql.exec('DELETE FROM seen');
    this.#sql.exec('DELETE FROM waiting');
    this.#sql.exec('DELETE FROM chunks');
  }

  addWaiting(key: string, runId: string, payload: unknown): void {
    const { number } = this.#sql
      .exec<{ number: number }>('INSERT INTO waiting (key, run_id) VALUES (?, ?) RETURNING number', key, runId)
      .one();
    this.#chunks.write(number, PAYLOAD, JSON.stringify(payload));
  }

  waitingCount(): number {
    return this.#isLaidOut ? this.#sql.exec<{ count: number }>('SELECT count(*) AS count FROM waiting').one().count : 0;
  }

  firstWaiting(): WaitingEvent | null {
    if (!this.#isLaidOut) return null;
    const row = this.#sql
      .exec<{ number: number; key: string; run_id: string }>('SELECT number, key, run_id FROM waiting ORDER BY number LIMIT 1')
      .toArray()[0];
    return row ? { number: row.number, key: row.key, runId: row.run_id } : null;
  }

  payloadOf({ number }: WaitingEvent): unknown {
    return JSON.parse(this.#chunks.read(number, PAYLOAD) ?? 'null');
  }

  changeRunId({ number }: WaitingEvent, runId: string): void {
    this.#sql.exec('UPDATE waiting SET run_id = ? WHERE number = ?', runId, number);
  }

  removeWaiting({ number }: WaitingEvent): void {
    this.#sql.exec('DELETE FROM waiting WHERE number = ?', number);
    this.#chunks.removeAll(number);
  }

  forget(): void {
    this.#isLaidOut = false;
    this.#state = null;
  }
}
