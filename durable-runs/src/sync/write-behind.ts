import type { FlowHold, SyncCounts, SyncItemWrite } from '@portage/database';
import type { RunSync } from './sync-port.ts';

/**
 * Writes down in PostgreSQL what became of one chunk while the next one is written in the target. One statement is under way at a time, so
 * rows arrive in the order of their chunks.
 */
export class WriteBehind {
  readonly #sync: Pick<RunSync, 'write'>;
  readonly #flowId: string;
  #last: Promise<void> = Promise.resolve();
  #hold: FlowHold | null = null;

  constructor(sync: Pick<RunSync, 'write'>, flowId: string) {
    this.#sync = sync;
    this.#flowId = flowId;
  }

  /** What the last statement that is over said of the flow; null: none is. */
  get hold(): FlowHold | null {
    return this.#hold;
  }

  /** Waits for the statement before, then begins this one. @throws what the one before failed with; this one is under way even so */
  async begin(counts: SyncCounts, rows: readonly SyncItemWrite[]): Promise<void> {
    // The caller goes on counting.
    const counted = { ...counts };
    try {
      await this.#last;
    } finally {
      this.#last = this.#write(counted, rows);
      // It is thrown where the next call waits for it.
      this.#last.catch(() => undefined);
    }
  }

  /** Waits until all is written. @throws what the last statement failed with */
  end(): Promise<void> {
    return this.#last;
  }

  async #write(counts: SyncCounts, rows: readonly SyncItemWrite[]): Promise<void> {
    this.#hold = await this.#sync.write(this.#flowId, counts, rows);
  }
}
