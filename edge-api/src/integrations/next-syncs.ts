import type { SyncFlowRecord } from '@portage/database';
import type { UserContext } from '../http/context.ts';
import { previewWorkflowSchedule } from '../workflows/schedule.ts';

/** When the schedules of flows' workflows start their next runs, by workflow; null: none does by itself. */
export async function nextSyncs(flows: readonly SyncFlowRecord[], context: UserContext): Promise<ReadonlyMap<string, string | null>> {
  const scheduled = flows.filter(({ isWorkflowActive, isScheduled }) => isWorkflowActive && isScheduled);
  const workflowIds = [...new Set(scheduled.map(({ workflowId }) => workflowId))];
  const found = workflowIds.map(async (workflowId): Promise<[string, string | null]> => {
    // A schedule that does not answer at this moment must not take the flows with it.
    const schedule = await previewWorkflowSchedule(workflowId, 1, context).catch(() => null);
    return [workflowId, schedule?.fires[0] ?? null];
  });
  return new Map(await Promise.all(found));
}
