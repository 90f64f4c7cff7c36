import { type OwnerId, type RunChain, type RunQuota, readWorkflowQuota, type WorkflowQuota } from '@portage/contracts';
import { formatErrorCauses, log } from '@portage/contracts/log';
import { connectHttp, findWorkflowQuotaSettings } from '@portage/database';
import { inTime } from '@portage/primitives/in-time';
import type { Env } from '../env.ts';
import { objectNamed } from '../object-named.ts';

/** The longest a fire waits to check quotas. */
const PATIENCE_MS = 3_000;

/** Whether the owner's quotas allow one more run: that run's limits, or why not. */
export type Admission = { isAdmitted: true; quota: RunQuota | null } | { isAdmitted: false; message: string };

/**
 * Counts the start of a scheduled run against the owner's quotas (spec ENG-25). While the database is down the quotas aren't
 * known, and the schedule fires anyway.
 */
export async function admitFire(env: Env, ownerUserId: OwnerId): Promise<Admission> {
  return admitUnder(env, ownerUserId, await loadQuota(env, ownerUserId));
}

/** Like `admitFire`, when the owner's quotas are known. */
export async function admitUnder(env: Env, ownerUserId: OwnerId, quota: WorkflowQuota, chain?: RunChain): Promise<Admission> {
  const counter = objectNamed(env.QUOTAS, ownerUserId);
  if (chain) {
    const counted = await counter.takeChainStart(chain);
    if (counted.outcome === 'refused') return { isAdmitted: false, message: counted.message };
  }
  if (!quota.start) return { isAdmitted: true, quota: quota.run };
  const result = await counter.takeStart(quota.start, ownerUserId);
  return result.outcome === 'taken' ? { isAdmitted: true, quota: quota.run } : { isAdmitted: false, message: result.message };
}

/** Like `admitFire`, for a run that a step of another run starts. */
export async function admitCall(env: Env, ownerUserId: OwnerId, chain: RunChain): Promise<Admission> {
  return admitUnder(env, ownerUserId, await loadQuota(env, ownerUserId), chain);
}

async function loadQuota(env: Env, ownerUserId: OwnerId): Promise<WorkflowQuota> {
  try {
    const settings = await inTime(
      findWorkflowQuotaSettings(connectHttp(env), ownerUserId),
      PATIENCE_MS,
      () => new Error('The database did not respond in time'),
    );
    return readWorkflowQuota({ ...settings });
  } catch (error) {
    log('warn', 'A run starts without a quota check', { ownerUserId, cause: formatErrorCauses(error) });
    return { start: null, run: null };
  }
}
