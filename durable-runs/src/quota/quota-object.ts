import { DurableObject } from 'cloudflare:workers';
import type { QuotaObjectRpc, RunChain, StartQuota, TakeStartResult } from '@portage/contracts';
import type { Env } from '../env.ts';
import { ChainStarts } from './chain-starts.ts';
import { type StartWindows, takeStart } from './start-windows.ts';

/** Counts the runs one user starts; asked only where that user has a quota (durable-runs/README.md), or a run starts another one. */
export class QuotaObject extends DurableObject<Env> implements QuotaObjectRpc {
  readonly #chains: ChainStarts;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#chains = new ChainStarts(ctx.storage.sql);
  }

  /** The count is on disk before the answer leaves: no crash gives starts back. */
  async takeStart(quota: StartQuota): Promise<TakeStartResult> {
    const { kv } = this.ctx.storage;
    const { windows, result } = takeStart(kv.get<StartWindows>('windows') ?? null, quota, Date.now());
    if (result.outcome === 'taken') kv.put('windows', windows);
    return result;
  }

  async takeChainStart(chain: RunChain): Promise<TakeStartResult> {
    return this.#chains.take(chain, Date.now());
  }
}
