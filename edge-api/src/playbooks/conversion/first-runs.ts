import { readWorkflowQuota } from '@portage/contracts';
import { giveBackPlaybookStart, takePlaybookStart } from '@portage/database';
import type { PlannedWorkflow } from '@portage/playbooks';
import { ApiProblem, type ApiWarning, warning } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';
import { readStarts } from '../../workflow-instances/take-start.ts';
import { runWorkflow } from '../../workflows/run-workflow.ts';

/**
 * Runs a workflow once, right after its playbook is made. A refused run (a quota, for example) is repeated with the next update.
 *
 * @returns why it wasn't run; null: it was, now or earlier
 */
export async function runOnce(
  playbookId: string,
  workflowId: string,
  { name }: PlannedWorkflow,
  context: UserContext,
): Promise<ApiWarning | null> {
  if (!(await takePlaybookStart(context.db, context.user.id, playbookId, workflowId))) return null;
  try {
    await runWorkflow(workflowId, undefined, context);
    return null;
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    await giveBackPlaybookStart(context.db, context.user.id, playbookId, workflowId);
    return warning(error.code, `“${name}” was created, but hasn’t run yet: ${error.message}`);
  }
}

/** The hint about workflows that the person had switched off; null if all are on. */
export function buildSwitchedOffWarning(names: readonly string[]): ApiWarning | null {
  if (names.length === 0) return null;
  const [list, verb] = [
    names.map((name) => `“${name}”`).join(', '),
    names.length === 1 ? 'is switched off and stays' : 'are switched off and stay',
  ];
  return warning('workflow-kept-off', `${list} ${verb} so. Activate ${names.length === 1 ? 'it' : 'them'} to sync again.`);
}

/** The hint that the account has no runs left today, so that schedules start nothing until tomorrow; null if runs are left. */
export async function quotaWarning(context: UserContext): Promise<ApiWarning | null> {
  const { id, effectiveQuotas } = context.user;
  const maxPerDay = readWorkflowQuota({ ...effectiveQuotas }).start?.maxPerDay ?? null;
  if (maxPerDay === null) return null;
  const starts = await readStarts(context, id, effectiveQuotas);
  if (starts === null || starts.inDay < maxPerDay) return null;
  const runs = maxPerDay === 1 ? 'its 1 run' : `its ${maxPerDay} runs`;
  return warning('quota-exceeded', `Your account has used up ${runs} for today. The playbook runs next after midnight UTC.`);
}
