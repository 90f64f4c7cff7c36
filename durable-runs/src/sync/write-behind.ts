import type { FlowHold, SyncCounts, SyncItemWrite } from '@portage/database';
import type { RunSync } from '../step-context/sync-port.ts';

/** What may wait while a statement is running: rows, and characters of their records as JSON. Beyond that, the caller waits. */
const MOST_ROWS = 1_000;
const MOST_CHARS = 2_000_000;

interface Waiting {
  counts: SyncCounts;
  rows: SyncItemWrite[];
  chars: number;
}

/**
 * Stores the outcomes of chunks in PostgreSQL while the next chunks are written to the target. One statement runs at a time, so rows
 * arrive in the order of their chunks. Rows that arrive meanwhile wait, and share the next statement.
 */
export class WriteBehind {
  readonly #sync: Pick<RunSync, 'write'>;
  readonly #flowId: string;
  /** Null if no statement is running. */
  #underWay: Promise<void> | null = null;
  #waiting: Waiting | null = null;
  #failure: { error: unknown } | null = null;
  #hold: FlowHold | null = null;

  constructor(sync: Pick<RunSync, 'write'>, flowId: string) {
    this.#sync = sync;
    this.#flowId = flowId;
  }

  /** What the last finished statement reported about the flow; null until there is one. */
  get hold(): FlowHold | null {
    return this.#hold;
  }

  /**
   * Stores rows, and waits only while too many are already waiting.
   *
   * @param rows about other records than all earlier rows
   * @throws the failure of an earlier statement; these rows are written even so
   */
  async begin(counts: SyncCounts, rows: readonly SyncItemWrite[]): Promise<void> {
    const before = this.#waiting ?? { rows: [], chars: 0 };
    // The caller keeps counting.
    const waiting = { counts: { ...counts }, rows: [...before.rows, ...rows], chars: before.chars + countChars(rows) };
    if (this.#underWay === null) this.#write(waiting);
    else this.#waiting = waiting;
    while (isTooMuch(this.#waiting)) await this.#underWay;
    this.#throwFailure();
  }

  /** Waits until everything is written. @throws the failure of a statement */
  async end(): Promise<void> {
    while (this.#underWay !== null) await this.#underWay;
    this.#throwFailure();
  }

  #throwFailure(): void {
    const failure = this.#failure;
    this.#failure = null;
    if (failure) throw failure.error;
  }

  #write({ counts, rows }: Waiting): void {
    this.#underWay = this.#sync
      .write(this.#flowId, counts, rows)
      .then(
        (hold) => {
          this.#hold = hold;
        },
        (error) => {
          // It's thrown at the caller's next call.
          this.#failure ??= { error };
        },
      )
      .then(() => {
        const next = this.#waiting;
        this.#underWay = null;
        this.#waiting = null;
        if (next) this.#write(next);
      });
  }
}

function countChars(rows: readonly SyncItemWrite[]): number {
  return rows.reduce((sum, { sourceRecordJson, writtenJson }) => sum + (sourceRecordJson?.length ?? 0) + (writtenJson?.length ?? 0), 0);
}

function isTooMuch(waiting: Waiting | null): boolean {
  return waiting !== null && (waiting.rows.length > MOST_ROWS || waiting.chars > MOST_CHARS);
}
