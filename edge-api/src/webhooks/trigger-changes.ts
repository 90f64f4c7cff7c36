import type { OwnerId } from '@portage/contracts';
import { formatErrorCauses, log } from '@portage/contracts/log';
import type { RequestContext } from '../http/context.ts';
import { listShardNames, runShard } from '../workflow-instances/run-shards.ts';
import { forgetTrigger, TRIGGER_KEPT_MS } from './trigger-cache.ts';

/** A shard accepts runs a little longer than its hour, and clocks differ. */
const TURN_OF_HOUR_MS = 15_000;

export interface ChangedTrigger {
  workflowId: string;
  ownerUserId: OwnerId;
  triggerCode: string;
}

/**
 * Call this when a workflow's trigger has changed in the database. This isolate forgets its cached value. The shards that accept
 * the owner's runs refuse starts based on older values, so the change counts at once even for isolates that don't know about it and
 * while PostgreSQL is down: the current shards, and the next hour's if cached values may last until then.
 */
export async function triggerChanged(
  { env, now }: Pick<RequestContext, 'env' | 'now'>,
  { workflowId, ownerUserId, triggerCode }: ChangedTrigger,
): Promise<void> {
  forgetTrigger(triggerCode);
  const nowMs = now().getTime();
  const shardNames = listShardNames(ownerUserId, [nowMs, nowMs - TURN_OF_HOUR_MS, nowMs + TRIGGER_KEPT_MS + TURN_OF_HOUR_MS]);
  const told = await Promise.allSettled(shardNames.map((shardName) => runShard(env, { shardName }).noteTriggerChange(workflowId)));
  for (const [at, result] of told.entries()) {
    if (result.status === 'fulfilled') continue;
    // An older durable-runs lacks this call. Other isolates follow when they look the trigger up again.
    log('warn', 'A run shard could not be notified that a trigger has changed', {
      shardName: shardNames[at] ?? '',
      cause: formatErrorCauses(result.reason),
    });
  }
}
