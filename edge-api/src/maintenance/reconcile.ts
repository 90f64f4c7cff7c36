import { formatErrorCauses, log } from '@portage/contracts/log';
import { insertAuditEntry, listSelfStartingWorkflows, type SelfStartingWorkflow } from '@portage/database';
import { eventObject } from '../connector-events/event-object.ts';
import { auditOfDeployer } from '../deployments/audit-deployment.ts';
import { ApiProblem } from '../http/api-problem.ts';
import type { DeployContext } from '../http/context.ts';
import { scheduleObject } from '../workflows/schedule-object.ts';
import { inBatches } from './count-of.ts';

const WORKFLOWS_A_CALL = 200;

/**
 * Makes the objects of the next workflows with a schedule or an event follow the database, including inactive ones.
 *
 * @throws ApiProblem 403 for a deploy token that is limited to some names
 */
export async function reconcile(after: string | null, context: DeployContext) {
  const { deployer, db } = context;
  if (deployer.names) throw new ApiProblem(403, 'forbidden', `The deploy token "${deployer.by}" is for ${deployer.names.join(', ')} only.`);
  const workflows = await listSelfStartingWorkflows(db, after, WORKFLOWS_A_CALL, { onlyActive: false });
  const failed: string[] = [];
  const differed = await inBatches(workflows, async (workflow) => {
    try {
      return await check(workflow, context);
    } catch (error) {
      log('error', 'The schedule or listener of a workflow could not be compared with the database', {
        workflowId: workflow.workflowId,
        cause: formatErrorCauses(error),
      });
      failed.push(workflow.workflowId);
      return false;
    }
  });
  const next = workflows.length === WORKFLOWS_A_CALL ? (workflows.at(-1)?.workflowId ?? null) : null;
  const found = { checked: workflows.length, corrected: differed.filter(Boolean).length, failed };
  await insertAuditEntry(db, auditOfDeployer(context, 'maintenance.reconciled', { ...found, failed: failed.length }));
  return { ...found, next };
}

function check({ workflowId, triggerType, versionId }: SelfStartingWorkflow, context: DeployContext): Promise<boolean> {
  if (triggerType === 'ConnectorEvent') return eventObject(context, workflowId).check(workflowId, versionId, context.publicOrigin);
  return scheduleObject(context, workflowId).check(workflowId, versionId);
}
