import { type FlowBehind, type HttpDatabase, lagGroupKey, listFlowsBehind, recordAlerts } from '@portage/database';
import { findTrigger, nextFires, scheduleRule } from '@portage/workflow';
import type { Env } from '../env.ts';
import { titlesOfFlows } from '../integrations/entity-titles.ts';
import { timeIn } from '../mail/time-in.ts';
import { flowNameIn } from './flow-name.ts';

const MOST_FLOWS = 500;
/** One missed sync may be slow; after two, assume it stopped. */
const MISSED_SYNCS = 2;

/** Alerts of flows that are behind by more than their owner allows and by more than two syncs of their own schedule. */
export async function recordLaggingSyncs(env: Env, db: HttpDatabase, now: Date): Promise<void> {
  const behind = (await listFlowsBehind(db, now, MOST_FLOWS)).filter((flow) => hasMissedSyncs(flow, now));
  const titlesOf = await titlesOfFlows(behind, { env, db });
  const events = behind.map((flow) => ({
    ownerUserId: flow.ownerUserId,
    kind: 'SyncLag' as const,
    groupKey: lagGroupKey(flow),
    name: flowNameIn(flow, titlesOf),
    workflowId: flow.workflowId,
    flowId: flow.flowId,
    message: describeLag(flow),
    at: now,
  }));
  await recordAlerts(db, events, 'is-the-same');
}

/** A daily sync isn't late after an hour. */
function hasMissedSyncs({ steps, behindSince }: FlowBehind, now: Date): boolean {
  const schedule = findTrigger(steps)?.schedule;
  if (!schedule) return false;
  const sinceMs = behindSince.getTime();
  const missed = nextFires(scheduleRule(schedule, sinceMs), sinceMs, MISSED_SYNCS)[MISSED_SYNCS - 1];
  return missed !== undefined && missed < now.getTime();
}

function describeLag({ syncedAt, error, timeZone }: FlowBehind): string {
  const last = syncedAt ? `The last complete sync ended at ${timeIn(syncedAt, timeZone ?? 'UTC')}.` : 'It never completed.';
  return error === null ? last : `${last} The last attempt ended early: ${error}`;
}
