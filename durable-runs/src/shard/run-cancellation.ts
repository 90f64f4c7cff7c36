import type { CancelRunResult } from '@portage/contracts';
import { ActiveRun } from '../active-run/active-run.ts';
import { hasEnded } from '../core/run-status.ts';
import type { RunScheduler } from '../scheduler/run-scheduler.ts';
import type { RunRow } from '../storage/run-store.ts';
import type { ShardStores } from '../storage/shard-stores.ts';
import type { WebhookResponses } from './webhook-responses.ts';

interface CancellationParts {
  scheduler: RunScheduler;
  webhookResponses: WebhookResponses;
}

/**
 * Cancels runs. A cancel takes precedence over everything except completion: the run's state changes at once, and
 * pending results are dropped.
 */
export class RunCancellation {
  readonly #stores: ShardStores;
  readonly #parts: CancellationParts;

  constructor(stores: ShardStores, parts: CancellationParts) {
    this.#stores = stores;
    this.#parts = parts;
  }

  cancel(row: RunRow): CancelRunResult {
    const { scheduler, webhookResponses } = this.#parts;
    if (hasEnded(row.status)) return refused(row.status);
    scheduler.forgetStart(row.runKey);
    const run = scheduler.active(row.runKey) ?? ActiveRun.load(this.#stores, row);
    if (!run) {
      scheduler.loader.endUnread(row, 'Cancelled', null);
      webhookResponses.onSealed(row.runId, 'Cancelled');
      return { isSuccess: true };
    }
    scheduler.engine.apply(run, { type: 'cancel' });
    if (run.state.status !== 'Cancelled') return refused(run.state.status);
    scheduler.engine.save(run);
    scheduler.leave(run);
    return { isSuccess: true };
  }

  /** Includes runs that PostgreSQL does not have yet. @returns how many were cancelled */
  cancelOpen(): number {
    const rows = this.#stores.runs.byKeys(this.#stores.open.inProgress().map(({ runKey }) => runKey));
    return rows.filter((row) => this.cancel(row).isSuccess).length;
  }
}

function refused(status: RunRow['status']): CancelRunResult {
  return { isSuccess: false, errorMessage: `The run has already ended: ${status}.` };
}
