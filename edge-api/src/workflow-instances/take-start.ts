import { type OwnerId, type QuotaObjectRpc, type RunChain, readWorkflowQuota, type StartCounts, type StartQuota } from '@portage/contracts';
import type { WorkflowQuotaSettings } from '@portage/database';
import { ApiProblem } from '../http/api-problem.ts';
import type { RequestContext } from '../http/context.ts';
import { objectNamed } from '../object-named.ts';

/**
 * Counts one start against a user's quota. Called only if the user has such a quota, so that other users' starts don't all pass through one object.
 *
 * @throws ApiProblem 429 `quota-exceeded` (spec ENG-26).
 */
export async function takeStart({ env }: Pick<RequestContext, 'env'>, ownerUserId: OwnerId, quota: StartQuota): Promise<void> {
  const result = await getQuotaCounter(env, ownerUserId).takeStart(quota, ownerUserId);
  if (result.outcome === 'taken') return;
  throw new ApiProblem(429, 'quota-exceeded', result.message, { headers: { 'retry-after': String(result.retryAfterSeconds) } });
}

/**
 * Counts one start that a run of this or another user made (HOSTILE 37). Not 429: retrying soon is useless.
 *
 * @throws ApiProblem 409 `run-chain-used-up`
 */
export async function takeChainStart({ env }: Pick<RequestContext, 'env'>, ownerUserId: OwnerId, chain: RunChain): Promise<void> {
  const result = await getQuotaCounter(env, ownerUserId).takeChainStart(chain);
  if (result.outcome === 'refused') throw new ApiProblem(409, 'run-chain-used-up', result.message);
}

/** How many starts currently count against a user's quotas; null if no quota counts them. */
export async function readStarts(
  { env }: Pick<RequestContext, 'env'>,
  ownerUserId: OwnerId,
  settings: WorkflowQuotaSettings,
): Promise<StartCounts | null> {
  return readWorkflowQuota({ ...settings }).start ? getQuotaCounter(env, ownerUserId).readStarts() : null;
}

function getQuotaCounter({ QUOTAS }: RequestContext['env'], ownerUserId: OwnerId): QuotaObjectRpc {
  return objectNamed(QUOTAS, ownerUserId);
}
