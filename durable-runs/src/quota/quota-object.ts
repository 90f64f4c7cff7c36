import { DurableObject } from 'cloudflare:workers';
import type { OwnerId, QuotaObjectRpc, RunChain, StartCounts, StartQuota, TakeStartResult } from '@portage/contracts';
import { formatErrorCauses, log } from '@portage/contracts/log';
import { connectHttp, recordAlerts } from '@portage/database';
import { MINUTE_MS } from '@portage/primitives/durations';
import type { Env } from '../env.ts';
import { ChainStarts } from './chain-starts.ts';
import { collectWarnings, eventOfWarning, type QuotaWarned, type QuotaWarning } from './quota-warning.ts';
import { type StartWindows, startsAt, takeStart } from './start-windows.ts';

/** Warnings the database hasn't received yet. */
const UNTOLD = 'untold-warnings';
const WARNED = 'warned';
const RETRY_MS = MINUTE_MS;

/** Counts the runs one user starts. Asked only if that user has a quota (durable-runs/README.md), or a run starts another one. */
export class QuotaObject extends DurableObject<Env> implements QuotaObjectRpc {
  readonly #chains: ChainStarts;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#chains = new ChainStarts(ctx.storage.sql);
  }

  /** The count is on disk before the response leaves, so no crash gives starts back. */
  async takeStart(quota: StartQuota, ownerUserId?: OwnerId): Promise<TakeStartResult> {
    const { kv } = this.ctx.storage;
    const { windows, result } = takeStart(kv.get<StartWindows>('windows') ?? null, quota, Date.now());
    if (result.outcome === 'taken') kv.put('windows', windows);
    if (ownerUserId !== undefined) this.#warn(ownerUserId, windows, quota);
    return result;
  }

  async readStarts(): Promise<StartCounts> {
    return startsAt(this.ctx.storage.kv.get<StartWindows>('windows') ?? null, Date.now());
  }

  /** Never throws: the platform repeats a failing alarm only six times. */
  override async alarm(): Promise<void> {
    const { kv } = this.ctx.storage;
    const untold = kv.get<QuotaWarning[]>(UNTOLD) ?? [];
    try {
      await recordAlerts(connectHttp(this.env), untold.map(eventOfWarning), 'is-the-same');
      const others = (kv.get<QuotaWarning[]>(UNTOLD) ?? []).slice(untold.length);
      if (others.length > 0) kv.put(UNTOLD, others);
      else kv.delete(UNTOLD);
    } catch (error) {
      log('warn', 'A quota that is nearly used up was not recorded in the database', {
        ownerUserId: untold[0]?.ownerUserId,
        cause: formatErrorCauses(error),
      });
      void this.ctx.storage.setAlarm(Date.now() + RETRY_MS);
    }
  }

  /** Stored together with the count, so no crash comes between. The alarm sends it to the database. */
  #warn(ownerUserId: OwnerId, windows: StartWindows, quota: StartQuota): void {
    const { kv } = this.ctx.storage;
    const { warnings, warned } = collectWarnings(ownerUserId, windows, quota, kv.get<QuotaWarned>(WARNED) ?? null, Date.now());
    if (warnings.length === 0) return;
    kv.put(WARNED, warned);
    kv.put(UNTOLD, [...(kv.get<QuotaWarning[]>(UNTOLD) ?? []), ...warnings]);
    void this.ctx.storage.setAlarm(Date.now());
  }

  async takeChainStart(chain: RunChain): Promise<TakeStartResult> {
    return this.#chains.take(chain, Date.now());
  }
}
