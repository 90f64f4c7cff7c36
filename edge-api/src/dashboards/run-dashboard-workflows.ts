import { listDashboardWorkflows } from '@portage/database';
import { countWords } from '@portage/primitives/count-words';
import { ApiProblem } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { runAudited } from '../workflows/run-audited.ts';

/** Most workflows one call starts, newest first. */
const MOST_WORKFLOWS = 100;

/**
 * Manually runs the active workflows that write to one of the caller's dashboards (spec API-154). If one can't be
 * started, the rest are still tried.
 *
 * @returns null, or why some weren't started
 */
export async function runDashboardWorkflows(dashboardId: string, context: UserContext): Promise<string | null> {
  const workflowIds = await listDashboardWorkflows(context.db, context.user.id, dashboardId, MOST_WORKFLOWS);
  const reasons: string[] = [];
  for (const workflowId of workflowIds) {
    try {
      await runAudited(workflowId, undefined, context);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      reasons.push(error.message);
    }
  }
  const [reason] = reasons;
  if (reason === undefined) return null;
  return `${reasons.length} of ${countWords(workflowIds.length, 'workflow')} could not be started. ${reason}`;
}
