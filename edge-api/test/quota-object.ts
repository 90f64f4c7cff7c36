import { DurableObject } from 'cloudflare:workers';
import type { QuotaObjectRpc, RunChain, StartCounts, StartQuota, TakeStartResult } from '@portage/contracts';

/** Stands in for the engine's counter in tests that need only its interface: it never forgets a count. */
export class QuotaObject extends DurableObject implements QuotaObjectRpc {
  #taken = 0;

  async takeStart({ maxPerDay, maxPerMinute }: StartQuota): Promise<TakeStartResult> {
    const limit = Math.min(maxPerDay ?? Number.POSITIVE_INFINITY, maxPerMinute ?? Number.POSITIVE_INFINITY);
    if (this.#taken >= limit) return { outcome: 'refused', message: 'The quota is used up.', retryAfterSeconds: 17 };
    this.#taken += 1;
    return { outcome: 'taken' };
  }

  async readStarts(): Promise<StartCounts> {
    return { inDay: this.#taken, inMinute: this.#taken };
  }

  async takeChainStart({ origin }: RunChain): Promise<TakeStartResult> {
    return origin.endsWith('usedup') ? { outcome: 'refused', message: 'No more.', retryAfterSeconds: 17 } : { outcome: 'taken' };
  }
}
