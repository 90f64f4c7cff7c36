import { causeOf, log } from '@portage/contracts/log';
import type { RequestContext } from '../http/context.ts';
import { runShard, shardNamesOf } from '../workflow-instances/run-shards.ts';
import { forgetTrigger, TRIGGER_KEPT_MS } from './trigger-cache.ts';

/** A shard takes runs a little longer than its hour, and clocks differ. */
const TURN_OF_HOUR_MS = 15_000;

export interface ChangedTrigger {
  workflowId: string;
  ownerUserId: string;
  triggerCode: string;
}

/**
 * A workflow's trigger has changed in the database. This isolate forgets what it knew; the shards that take
 * the owner's runs refuse starts by older knowledge, so the change counts at once for isolates that have not heard of it,
 * also while PostgreSQL is away: shards of now, and of the next hour where older knowledge may last until then.
 */
export async function triggerChanged(
  { env, now }: Pick<RequestContext, 'env' | 'now'>,
  { workflowId, ownerUserId, triggerCode }: ChangedTrigger,
): Promise<void> {
  forgetTrigger(triggerCode);
  const nowMs = now().getTime();
  const shardNames = shardNamesOf(ownerUserId, [nowMs, nowMs - TURN_OF_HOUR_MS, nowMs + TRIGGER_KEPT_MS + TURN_OF_HOUR_MS]);
  const told = await Promise.allSettled(shardNames.map((shardName) => runShard(env, { shardName }).noteTriggerChange(workflowId)));
  for (const [at, result] of told.entries()) {
    if (result.status === 'fulfilled') continue;
    // An older durable-runs has no such call. Other isolates follow when they look the trigger up again.
    log('warn', 'A run shard could not be told that a trigger has changed', {
      shardName: shardNames[at] ?? '',
      cause: causeOf(result.reason),
    });
  }
}
