import { errorsGroupKey, type FlowWithErrors, type HttpDatabase, listFlowsWithErrors, recordAlerts } from '@portage/database';
import { countWords } from '@portage/primitives/count-words';
import type { Env } from '../env.ts';
import { titlesOfFlows } from '../integrations/entity-titles.ts';
import { flowNameIn } from './flow-name.ts';

const MOST_FLOWS = 500;

/** Alerts of flows that ended a sync with more records in Error than their owner allows. */
export async function recordRefusedRecords(env: Env, db: HttpDatabase, now: Date): Promise<void> {
  const flows = await listFlowsWithErrors(db, now, MOST_FLOWS);
  if (flows.length === 0) return;
  const titlesOf = await titlesOfFlows(flows, { env, db });
  const events = flows.map((flow) => ({
    ownerUserId: flow.ownerUserId,
    kind: 'SyncErrors' as const,
    groupKey: errorsGroupKey(flow),
    name: flowNameIn(flow, titlesOf),
    workflowId: flow.workflowId,
    flowId: flow.flowId,
    message: describeErrors(flow),
    at: now,
  }));
  await recordAlerts(db, events, 'is-the-same');
}

function describeErrors({ errorCount, itemCount, firstError }: FlowWithErrors): string {
  const of = `${errorCount.toLocaleString('en')} of ${countWords(itemCount, 'record')} ${errorCount === 1 ? 'is' : 'are'}`;
  return `${of} in Error.${firstError === null ? '' : ` One of them: ${firstError}`}`;
}
