import { auditChange } from '../audit/record-audit.ts';
import type { UserContext } from '../http/context.ts';
import { runWorkflow } from './run-workflow.ts';

/** Like `runWorkflow`, with an audit entry if an admin does it in the owner's name. @throws as `runWorkflow` */
export async function runAudited(workflowId: string, payload: unknown, context: UserContext, deduplicationKey?: string) {
  return auditRun(workflowId, await runWorkflow(workflowId, payload, context, deduplicationKey), context);
}

/** A run records who started it, but not that an admin did so in the owner's name. */
export async function auditRun(workflowId: string, workflowInstanceId: string, context: UserContext) {
  if (context.user.impersonatorUserId !== null) await auditChange(context, 'workflow.run-by-hand', { workflowId, workflowInstanceId });
  return { workflowInstanceId };
}
