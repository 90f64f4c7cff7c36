import type { ParsedInput } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { makeSyncItemsDue, type SyncFlowRecord } from '@portage/database';
import { withoutUndefined } from '@portage/primitives/without-undefined';
import { auditChange } from '../audit/record-audit.ts';
import { conflict } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { runAudited } from '../workflows/run-audited.ts';
import { pastDate } from './past-date.ts';
import { isRunning } from './present-flow.ts';
import { rewindFlow } from './rewind-flow.ts';

type Again = ParsedInput<Calls, 'POST /api/integrations/flows/{flowId}/sync-again'>['body'];

/** Clicks within this time count as one, as long as no run has picked up the flow. */
const ONE_CLICK_MS = 10_000;

/** Runs the flow's workflow manually; several calls at once start one run. @throws ApiProblem 409 `flow-paused`, `sync-running`, `workflow-inactive` */
export async function syncNow(flow: SyncFlowRecord, context: UserContext): Promise<{ workflowInstanceId: string }> {
  refuseIdle(flow);
  const now = context.now();
  if (isRunning(flow, now)) throw conflict('sync-running', 'This flow is syncing right now.');
  // A run that picks up the flow changes it, so the next click after that starts another one.
  const click = `sync-now/${flow.id}/${flow.lastUpdatedAt.getTime()}/${Math.floor(now.getTime() / ONE_CLICK_MS)}`;
  return runAudited(flow.workflowId, undefined, context, click);
}

/**
 * Makes items due, or sets the flow back to a date, then runs the workflow manually. The marks stay if the run can't
 * start for another reason (a quota): the next one picks them up.
 *
 * @throws ApiProblem 409 as `syncNow`, 400 for a future date; before anything is changed
 */
export async function syncAgain(flow: SyncFlowRecord, { sourceItemIds, allInError, allWaiting, fromDate }: Again, context: UserContext) {
  refuseIdle(flow);
  const { db, user, now } = context;
  let count = 0;
  if (fromDate !== undefined) {
    await rewindFlow(flow, pastDate(fromDate, 'fromDate', now()), context);
  } else {
    const wanted = sourceItemIds === undefined ? { allIn: allWaiting ? ('InProgress' as const) : ('Error' as const) } : { sourceItemIds };
    count = await makeSyncItemsDue(db, user.id, flow.id, wanted, now());
  }
  await auditChange(context, 'sync-flow.synced-again', {
    ...{ flowId: flow.id, workflowId: flow.workflowId, count },
    ...withoutUndefined({ fromDate, allInError, allWaiting }),
  });
  return { count, ...(await runAudited(flow.workflowId, undefined, context)) };
}

/** Refuses what no run would sync. */
function refuseIdle({ isPaused, isWorkflowActive }: SyncFlowRecord): void {
  if (isPaused) throw conflict('flow-paused', 'This flow is paused. Resume it first.');
  if (!isWorkflowActive) throw conflict('workflow-inactive', 'This flow’s workflow is inactive. Activate it first.');
}
