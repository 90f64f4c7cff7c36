import { auditChange } from '../audit/record-audit.ts';
import type { UserContext } from '../http/context.ts';
import { runWorkflow } from './run-workflow.ts';

/** `runWorkflow`, noted where somebody else does it in the owner's name. @throws as `runWorkflow` */
export async function runAudited(workflowId: string, payload: unknown, context: UserContext) {
  return auditRun(workflowId, await runWorkflow(workflowId, payload, context), context);
}

/** A run is its own record of who started it; only that somebody else did so in the owner's name is nowhere else. */
export async function auditRun(workflowId: string, workflowInstanceId: string, context: UserContext) {
  if (context.user.impersonatorUserId !== null) await auditChange(context, 'workflow.run-by-hand', { workflowId, workflowInstanceId });
  return { workflowInstanceId };
}
