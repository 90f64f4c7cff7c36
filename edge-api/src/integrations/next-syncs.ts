import type { SyncFlowRecord } from '@portage/database';
import type { UserContext } from '../http/context.ts';
import { previewWorkflowSchedule } from '../workflows/schedule.ts';

/** Next scheduled start by workflow; null: no start is planned or known. */
export async function nextSyncs(flows: readonly SyncFlowRecord[], context: UserContext): Promise<ReadonlyMap<string, string | null>> {
  const scheduled = flows.filter(({ isWorkflowActive, isScheduled }) => isWorkflowActive && isScheduled);
  const workflowIds = [...new Set(scheduled.map(({ workflowId }) => workflowId))];
  const found = workflowIds.map(async (workflowId): Promise<[string, string | null]> => {
    // A schedule that isn't responding must not hide the flows.
    const schedule = await previewWorkflowSchedule(workflowId, 1, context).catch(() => null);
    return [workflowId, schedule?.fires[0] ?? null];
  });
  return new Map(await Promise.all(found));
}
