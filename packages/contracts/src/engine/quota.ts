import type { OwnerId } from '../users/owner-id.ts';
import type { RunChain } from './run-chain.ts';

/** How many runs a user may start (spec AUTH-52, ENG-25); null sets no limit. */
export interface StartQuota {
  maxPerDay: number | null;
  maxPerMinute: number | null;
}

/** The limits of a single run (spec AUTH-52, ENG-25); null sets no limit beyond the engine's own. */
export interface RunQuota {
  maxSteps: number | null;
  maxSeconds: number | null;
}

export interface WorkflowQuota {
  start: StartQuota | null;
  run: RunQuota | null;
}

export type TakeStartResult = { outcome: 'taken' } | { outcome: 'refused'; message: string; retryAfterSeconds: number };

/** Starts in the current UTC day and minute that count against a quota. */
export interface StartCounts {
  inDay: number;
  inMinute: number;
}

/** One `QuotaObject` Durable Object: counts the runs one user starts, named by the user's id. */
export interface QuotaObjectRpc {
  /**
   * Counts one start, unless it would exceed the quota. Days and minutes are in UTC.
   *
   * @param ownerUserId whom to alert when the quota is nearly used up; absent: no one
   */
  takeStart(quota: StartQuota, ownerUserId?: OwnerId): Promise<TakeStartResult>;
  /** Counts nothing. */
  readStarts(): Promise<StartCounts>;
  /** Counts a start made by a run, unless the first run of the chain has caused as many as it may. */
  takeChainStart(chain: RunChain): Promise<TakeStartResult>;
}

/** The quota fields of a user's row, whatever their values (they are JSON): anything other than a number of at least 0 sets no limit. */
export function readWorkflowQuota(settings: Record<string, unknown> | null | undefined): WorkflowQuota {
  const limit = (name: string): number | null => {
    const value = settings?.[name];
    return typeof value === 'number' && value >= 0 && Number.isFinite(value) ? value : null;
  };
  const start = { maxPerDay: limit('maxWorkflowInstancesPerDay'), maxPerMinute: limit('maxWorkflowInstancesPerMinute') };
  const run = { maxSteps: limit('maxStepInstancesPerWorkflowInstance'), maxSeconds: limit('maxWorkflowInstanceDuration') };
  return {
    start: start.maxPerDay === null && start.maxPerMinute === null ? null : start,
    run: run.maxSteps === null && run.maxSeconds === null ? null : run,
  };
}
