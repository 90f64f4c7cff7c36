import { type OwnerId, parseRunId } from '@portage/contracts';
import { formatErrorCauses, log } from '@portage/contracts/log';
import { listOwnerOpenRuns, type StoppedWorkflow } from '@portage/database';
import { HOUR_MS } from '@portage/primitives/durations';
import { syncEvent } from '../connector-events/sync-event.ts';
import type { RequestContext } from '../http/context.ts';
import { triggerChanged } from '../webhooks/trigger-changes.ts';
import { listShardNames, runShard } from '../workflow-instances/run-shards.ts';
import { syncSchedule } from '../workflows/schedule.ts';

const AT_ONCE = 10;
const MAX_CANCELLED_RUNS = 2_000;

/** Tells the rest of Portage that a workflow no longer accepts its trigger’s calls. */
export async function stopTrigger(
  context: RequestContext,
  ownerUserId: OwnerId,
  { id, triggerCode, triggerType }: { id: string } & StoppedWorkflow,
): Promise<void> {
  if (triggerType === 'Webhook' || triggerType === 'ConnectorEvent')
    await triggerChanged(context, { workflowId: id, ownerUserId, triggerCode });
  if (triggerType === 'Scheduled') await syncSchedule(context, id);
  if (triggerType === 'ConnectorEvent') await syncEvent(context, id);
}

/** Cancels a person's open runs, as far as Portage can find them right now. */
export async function cancelUserRuns(context: RequestContext, userId: OwnerId): Promise<{ cancelled: number; failures: number }> {
  const { db, env, now } = context;
  const runIds = await listOwnerOpenRuns(db, userId, MAX_CANCELLED_RUNS);
  let cancelled = 0;
  const unasked = await countFailures(shardsOfThisHour(userId, now()), async (shardName) => {
    const count = await runShard(env, { shardName }).cancelOpenRuns();
    cancelled += count;
  });
  const uncancelled = await countFailures(runIds, async (runId) => {
    if (await cancel(context, runId)) cancelled += 1;
  });
  return { cancelled, failures: unasked + uncancelled };
}

/** Shards whose newest runs may not be in the run index yet; a shard accepts runs for an hour. */
function shardsOfThisHour(ownerUserId: OwnerId, now: Date): string[] {
  return listShardNames(ownerUserId, [now.getTime(), now.getTime() - HOUR_MS]);
}

async function cancel({ env }: RequestContext, runId: string): Promise<boolean> {
  const location = parseRunId(runId);
  return location !== null && (await runShard(env, location).cancelRun(runId)).isSuccess;
}

/** Acts on every item, some at a time, even if some fail. @returns how many failed */
export async function countFailures<Item>(items: readonly Item[], act: (item: Item) => Promise<unknown>): Promise<number> {
  let failures = 0;
  for (let start = 0; start < items.length; start += AT_ONCE) {
    const results = await Promise.allSettled(items.slice(start, start + AT_ONCE).map(act));
    for (const result of results) {
      if (result.status === 'fulfilled') continue;
      failures += 1;
      log('warn', 'Work of a user could not be stopped', { cause: formatErrorCauses(result.reason) });
    }
  }
  return failures;
}
