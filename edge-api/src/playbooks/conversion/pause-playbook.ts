import { listSyncFlows, setSyncFlowPaused } from '@portage/database';
import { auditChange } from '../../audit/record-audit.ts';
import { conflict } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';
import { activateWorkflow, deactivateWorkflow } from '../../workflows/activate-workflow.ts';
import { changePlaybook, ownPlaybook } from '../model/change-playbook.ts';
import type { OpenPlaybook } from '../model/stored-playbook.ts';
import { clearSwitchedOff, markSwitchedOff } from './kept-off.ts';
import { deleteAll, unlessFollowing, unlessGone } from './workflows-of-playbook.ts';

/** Most flows of one playbook workflow: its own and those of dependent entities. */
const MOST_FLOWS = 100;

/** Switches a playbook's workflows off; running syncs end at their next page. @throws ApiProblem 404, 409 before it was made */
export async function pausePlaybook(id: string, context: UserContext): Promise<OpenPlaybook> {
  const row = await changePlaybook(id, context, async (found) => {
    requireMade(found);
    return found.isPaused ? null : { isPaused: true, applied: await markSwitchedOff(found, context) };
  });
  for (const workflowId of Object.values(row.workflowIds)) {
    await unlessGone(() => unlessFollowing(() => deactivateWorkflow(workflowId, context)));
    await setFlowsPaused(workflowId, true, context);
  }
  await auditChange(context, 'playbook.paused', { playbookId: id });
  return row;
}

/**
 * Resumes a paused playbook: a sync begins where the last one ended. A workflow that was off before the pause stays off.
 *
 * @throws ApiProblem 404, 409, and as activating a workflow
 */
export async function resumePlaybook(id: string, context: UserContext): Promise<OpenPlaybook> {
  requireMade(await ownPlaybook(id, context));
  const row = await changePlaybook(id, context, (found) => (found.isPaused ? { isPaused: false } : null));
  for (const [name, workflowId] of Object.entries(row.workflowIds)) {
    await setFlowsPaused(workflowId, false, context);
    if (!row.applied[name]?.isKeptOff) await unlessGone(() => activateWorkflow(workflowId, context));
  }
  const resumed = await changePlaybook(id, context, (found) => (found.isPaused ? null : { applied: clearSwitchedOff(found) }));
  await auditChange(context, 'playbook.resumed', { playbookId: id });
  return resumed;
}

/** Switches the playbook's workflows off and deletes them; running syncs end at their next page, and records in both systems stay. @throws ApiProblem 404 */
export async function deletePlaybook(id: string, context: UserContext): Promise<void> {
  const row = await ownPlaybook(id, context);
  await deleteAll(Object.values(row.workflowIds), context);
  // A workflow that another call created meanwhile is in the row by now.
  const deleted = await changePlaybook(id, context, () => ({ isDeleted: true, deletedAt: context.now() }));
  await deleteAll(Object.values(deleted.workflowIds), context);
  await auditChange(context, 'playbook.deleted', { playbookId: id, playbookTemplateId: row.playbookTemplateId });
}

function requireMade({ convertedAt }: OpenPlaybook): void {
  if (convertedAt === null) throw conflict('playbook-not-made', 'This playbook has no workflows yet. Finish its wizard first.');
}

async function setFlowsPaused(workflowId: string, isPaused: boolean, { db, user }: UserContext): Promise<void> {
  const { flows } = await listSyncFlows(db, user.id, { workflowId, pageIndex: 0, pageSize: MOST_FLOWS });
  for (const flow of flows) if (flow.isPaused !== isPaused) await setSyncFlowPaused(db, user.id, flow.id, isPaused);
}
