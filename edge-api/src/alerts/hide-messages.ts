import { type AlertRecord, findRun } from '@portage/database';
import { HIDDEN_STEP_FAILED } from '@portage/workflow';
import { findHidingWorkflows, withoutHiddenToday } from '../hidden-steps/hidden-today.ts';
import type { UserContext } from '../http/context.ts';
import { presentInstance } from '../workflow-instances/present-instance.ts';

/** Alerts in a person's list, without messages of steps that were hidden from the person after they failed. */
export async function hideMessages(alerts: readonly AlertRecord[], context: UserContext): Promise<AlertRecord[]> {
  const ofRuns = alerts.filter(({ message, runId, ownerUserId }) => message !== null && runId !== null && ownerUserId === context.user.id);
  const hiding = await findHidingWorkflows(
    ofRuns.map(({ workflowId }) => workflowId ?? ''),
    context,
  );
  return Promise.all(
    alerts.map(async (alert) => {
      const isHidden = ofRuns.includes(alert) && hiding.has(alert.workflowId ?? '') && (await failedHidden(alert.runId ?? '', context));
      return isHidden ? { ...alert, message: HIDDEN_STEP_FAILED } : alert;
    }),
  );
}

/** A run that is gone counts as hidden: nothing says any more which step failed. */
async function failedHidden(runId: string, context: UserContext): Promise<boolean> {
  const run = await findRun(context.db, context.user.id, runId);
  if (!run) return true;
  const [shown] = await withoutHiddenToday([presentInstance(run)], context);
  return shown?.failedStep !== run.failedStep;
}
