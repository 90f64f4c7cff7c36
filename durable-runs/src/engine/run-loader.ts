import { formatErrorCauses, log } from '@portage/contracts/log';
import { ActiveRun } from '../active-run/active-run.ts';
import { hasEnded } from '../core/run-status.ts';
import { shardLimits } from '../limits.ts';
import type { RunRow, WholeRun } from '../storage/run-store.ts';
import type { ShardStores } from '../storage/shard-stores.ts';
import type { EnginePorts } from './engine-ports.ts';

/** Reads runs from disk. Runs that cannot be read or written are ended using only their rows. */
export class RunLoader {
  readonly #stores: ShardStores;
  readonly #ports: Pick<EnginePorts, 'now' | 'onSealed' | 'wakeBy'>;

  constructor(stores: ShardStores, ports: Pick<EnginePorts, 'now' | 'onSealed' | 'wakeBy'>) {
    this.#stores = stores;
    this.#ports = ports;
  }

  /** @returns null if the run has ended, or cannot be read and was sealed. */
  load(stored: WholeRun | null): ActiveRun | null {
    if (!stored || hasEnded(stored.row.status)) return null;
    const { row } = stored;
    const run = ActiveRun.load(this.#stores, row, stored);
    if (!run) this.endUnread(row, 'Failed', 'The run was stopped: its state on disk cannot be read.');
    return run;
  }

  /** Ends a run whose state cannot be read; it cannot be continued. */
  endUnread(row: RunRow, status: 'Failed' | 'Cancelled', errorMessage: string | null): void {
    const nowMs = this.#ports.now();
    const ended = { ...row, status, revision: row.revision + 1, errorMessage, continueAt: null, finishedAt: nowMs, updatedAt: nowMs };
    this.#stores.runs.save(ended, null);
    this.#stores.open.setWake(row.runKey, null);
    this.#ports.onSealed(row.runKey);
  }

  /** Ends a run whose records cannot be written. If even its row cannot be written, the watchdog picks the run up again. */
  sealRow(row: RunRow): void {
    try {
      this.endUnread(row, 'Failed', 'The run was stopped by an engine error: its records cannot be written.');
    } catch (error) {
      log('error', 'The run could not be sealed', { runId: row.runId, cause: formatErrorCauses(error) });
      this.#ports.wakeBy(this.#ports.now() + shardLimits.watchdogMs);
    }
  }
}
