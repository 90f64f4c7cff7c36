import type { FlowHold, SyncCounts, SyncItemWrite } from '@portage/database';
import type { RunSync } from './sync-port.ts';

/** What may wait while a statement is under way: rows, and characters of their records as JSON. The caller waits when there is more. */
const MOST_ROWS = 1_000;
const MOST_CHARS = 2_000_000;

interface Waiting {
  counts: SyncCounts;
  rows: SyncItemWrite[];
  chars: number;
}

/**
 * Writes down in PostgreSQL what became of chunks while the next ones are written in the target. One statement is under way at a time, so
 * rows arrive in the order of their chunks. Rows that come meanwhile wait, and go together with the next statement.
 */
export class WriteBehind {
  readonly #sync: Pick<RunSync, 'write'>;
  readonly #flowId: string;
  /** Null: none is under way. */
  #underWay: Promise<void> | null = null;
  #waiting: Waiting | null = null;
  #failure: { error: unknown } | null = null;
  #hold: FlowHold | null = null;

  constructor(sync: Pick<RunSync, 'write'>, flowId: string) {
    this.#sync = sync;
    this.#flowId = flowId;
  }

  /** What the last statement that is over said of the flow; null: none is. */
  get hold(): FlowHold | null {
    return this.#hold;
  }

  /**
   * Has rows written, and waits only while too much waits already.
   *
   * @param rows about other records than all rows before
   * @throws what an earlier statement failed with; these rows are written even so
   */
  async begin(counts: SyncCounts, rows: readonly SyncItemWrite[]): Promise<void> {
    const before = this.#waiting ?? { rows: [], chars: 0 };
    // The caller goes on counting.
    const waiting = { counts: { ...counts }, rows: [...before.rows, ...rows], chars: before.chars + charsOf(rows) };
    if (this.#underWay === null) this.#write(waiting);
    else this.#waiting = waiting;
    while (isTooMuch(this.#waiting)) await this.#underWay;
    this.#throwFailure();
  }

  /** Waits until all is written. @throws what a statement failed with */
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
          // It is thrown where the caller comes next.
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

function charsOf(rows: readonly SyncItemWrite[]): number {
  return rows.reduce((sum, { sourceRecordJson, writtenJson }) => sum + (sourceRecordJson?.length ?? 0) + (writtenJson?.length ?? 0), 0);
}

function isTooMuch(waiting: Waiting | null): boolean {
  return waiting !== null && (waiting.rows.length > MOST_ROWS || waiting.chars > MOST_CHARS);
}
