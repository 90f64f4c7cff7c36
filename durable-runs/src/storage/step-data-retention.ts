import { HOUR_MS } from '@portage/primitives/durations';
import { hasEnded } from '../core/run-status.ts';
import type { RunRow } from './run-store.ts';
import type { ShardStores } from './shard-stores.ts';

/** Runs cleared per turn; the next turn follows at once. */
const MOST_RUNS = 200;

/**
 * Removes the step data and triggers of old runs: payloads are people's data and must not be kept forever. The run's row remains as long
 * as its shard; its summary remains in PostgreSQL. A run that has not ended keeps everything, however old it is.
 */
export class StepDataRetention {
  readonly #storage: DurableObjectStorage;
  readonly #stores: ShardStores;
  readonly #keptMs: number;

  /** @param keptMs see `parseStepDataRetentionMs`. */
  constructor(storage: DurableObjectStorage, stores: ShardStores, keptMs: number) {
    this.#storage = storage;
    this.#stores = stores;
    this.#keptMs = keptMs;
  }

  /** Whether only the run's summary may still be shown. This applies at once, even before the data is removed. */
  isOver(row: RunRow, nowMs: number): boolean {
    return hasEnded(row.status) && (row.updatedAt + this.#keptMs <= nowMs || this.#removedAt(row.runKey) !== null);
  }

  /** When the whole shard may be removed if its last change was then. Repeated deliveries must find their run for a few hours at least. */
  shardEndsAt(lastChangeMs: number): number {
    return lastChangeMs + Math.max(this.#keptMs, 3 * HOUR_MS);
  }

  /** Removes data that is past its retention. @returns when the next run's data will be; null if no run has data. */
  removeDue(nowMs: number): number | null {
    // Most shards are young: nothing in them can be due, so nothing is read.
    const oldest = this.#sql<{ at: number | null }>('SELECT created_at AS at FROM runs ORDER BY run_key LIMIT 1')[0]?.at ?? null;
    if (oldest === null || nowMs < oldest + this.#keptMs) return oldest === null ? null : oldest + HOUR_MS + this.#keptMs;
    const due = this.#sql<{ run_key: number; updated_at: number }>(
      `SELECT run_key, updated_at FROM runs WHERE data_removed_at IS NULL AND status IN ('Succeeded', 'Failed', 'Cancelled')
       ORDER BY updated_at LIMIT ?`,
      MOST_RUNS,
    );
    for (const { run_key, updated_at } of due) {
      if (updated_at + this.#keptMs > nowMs) return updated_at + this.#keptMs;
      this.#remove(run_key, nowMs);
    }
    return due.length === MOST_RUNS ? nowMs : null;
  }

  #remove(runKey: number, nowMs: number): void {
    this.#storage.transactionSync(() => {
      this.#stores.journal.removeAll(runKey);
      this.#stores.chunks.removeAll(runKey);
      this.#stores.approvals.removeAll(runKey);
      this.#sql(
        `UPDATE runs SET trigger_json = NULL, state_json = NULL, content = NULL, journal_records = NULL, journal_data = NULL,
           data_removed_at = ? WHERE run_key = ?`,
        nowMs,
        runKey,
      );
    });
  }

  #removedAt(runKey: number): number | null {
    return this.#sql<{ at: number | null }>('SELECT data_removed_at AS at FROM runs WHERE run_key = ?', runKey)[0]?.at ?? null;
  }

  #sql<Row extends Record<string, SqlStorageValue>>(query: string, ...parameters: number[]): Row[] {
    return this.#storage.sql.exec<Row>(query, ...parameters).toArray();
  }
}
