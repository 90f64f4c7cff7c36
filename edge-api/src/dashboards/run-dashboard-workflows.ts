import { dashboardRepository } from '@portage/database';
import { countWords } from '@portage/primitives/count-words';
import { ApiProblem } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { runAudited } from '../workflows/run-audited.ts';

/** One call starts no more than this, the newest workflows first. */
const MOST_WORKFLOWS = 100;

/**
 * Runs, by hand, the active workflows that write to a dashboard of the caller's (spec API-154); those behind one that could not be
 * started are tried anyway.
 *
 * @returns null, or why some were not started
 */
export async function runDashboardWorkflows(dashboardId: string, context: UserContext): Promise<string | null> {
  const workflowIds = await dashboardRepository(context.db).listWorkflows(context.user.id, dashboardId, MOST_WORKFLOWS);
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
