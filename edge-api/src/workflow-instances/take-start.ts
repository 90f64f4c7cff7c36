import type { QuotaObjectRpc, StartQuota } from '@portage/contracts';
import { ApiProblem } from '../http/api-problem.ts';
import type { RequestContext } from '../http/context.ts';

/**
 * Counts one start of a user's. Asked for only where the user has such a quota: all others' starts pass no single object.
 *
 * @throws ApiProblem 429 `quota-exceeded` (spec ENG-26).
 */
export async function takeStart({ env }: Pick<RequestContext, 'env'>, ownerUserId: string, quota: StartQuota): Promise<void> {
  const counter = env.QUOTAS.get(env.QUOTAS.idFromName(ownerUserId)) as unknown as QuotaObjectRpc;
  const result = await counter.takeStart(quota);
  if (result.outcome === 'taken') return;
  throw new ApiProblem(429, 'quota-exceeded', result.message, { headers: { 'retry-after': String(result.retryAfterSeconds) } });
}
