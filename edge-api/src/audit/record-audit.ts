import { formatErrorCauses, log } from '@portage/contracts/log';
import { type AuditEntry, insertAuditEntry } from '@portage/database';
import type { RequestContext, SignedInUser, UserContext } from '../http/context.ts';

export type AuditAction =
  | 'session.signed-in'
  | 'session.sign-in-failed'
  | 'session.sign-in-limited'
  | 'session.signed-out'
  | 'session.refresh-token-reused'
  | 'user.signed-up'
  | 'user.email-confirmed'
  | 'user.email-changed'
  | 'session.ended'
  | 'session.impersonation-begun'
  | 'impersonation.call'
  | 'user.saved'
  | 'user.deleted'
  | 'user.default-quotas-saved'
  | 'subscription.granted'
  | 'subscription.grant-ended'
  | 'api-key.created'
  | 'api-key.revoked'
  | 'api-key.call'
  | 'user.mailbox-proven'
  | 'password.changed'
  | 'password.reset-asked'
  | 'password.reset'
  | 'password.reset-failed'
  | 'workflow.created'
  | 'workflow.saved'
  | 'workflow.activated'
  | 'workflow.deactivated'
  | 'workflow.deleted'
  | 'workflow.draft-saved'
  | 'workflow.draft-discarded'
  | 'workflow.draft-published'
  | 'workflow.applied'
  | 'workflow.version-described'
  | 'workflow.restored'
  | 'workflow.moved'
  | 'workflow-folder.created'
  | 'workflow-folder.renamed'
  | 'workflow-folder.deleted'
  | 'workflow-folder.restored'
  | 'variable.created'
  | 'variable.saved'
  | 'variable.deleted'
  | 'workflow.shared'
  | 'workflow.sharing-stopped'
  | 'workflow.run-by-hand'
  | 'workflow.on-failure-saved'
  | 'workflow.webhook-verification-saved'
  | 'workflow.output-pinned'
  | 'workflow.output-unpinned'
  | 'workflow.sample-deleted'
  | 'run.approval-answered'
  | 'run.approval-link-made'
  | 'runs.changed-together'
  | 'workflow-template.created'
  | 'workflow-template.saved'
  | 'workflow-template.deleted'
  | 'workflow-template.restored'
  | 'playbook-template.created'
  | 'playbook-template.saved'
  | 'playbook-template.deleted'
  | 'playbook.started'
  | 'playbook.updated-from-wizard'
  | 'playbook.paused'
  | 'playbook.resumed'
  | 'playbook.newer-template-taken'
  | 'playbook.deleted'
  | 'dashboard.created'
  | 'dashboard-item.deleted'
  | 'integration.created'
  | 'integration.saved'
  | 'sync-flow.paused'
  | 'sync-flow.resumed'
  | 'sync-flow.synced-again'
  | 'webhook.refused'
  | 'connector.created'
  | 'connector.saved'
  | 'connector.deleted'
  | 'connector.authorization-begun'
  | 'app.installed'
  | 'connector-type.created'
  | 'connector-type.saved'
  | 'connector-type.shared'
  | 'connector-type.deleted'
  | 'deployment.frozen'
  | 'deployment.freeze-ended'
  | 'deployment.preview-deployed'
  | 'deployment.preview-deleted'
  | 'deployment.registered'
  | 'deployment.deployed'
  | 'deployment.rolled-back'
  | 'deployment.canary-set'
  | 'deployment.canary-ended'
  | 'deployment.fell-back'
  | 'deployment.failing'
  | 'deployment.hook-added'
  | 'deployment.hook-deleted'
  | 'deployment.hook-tested'
  | 'deployment.held'
  | 'deployment.released'
  | 'deployment.marked-bad'
  | 'deployment.marked-good'
  | 'deployment.removed'
  | 'mail.failed'
  | 'maintenance.reconciled';

/** The signed-in caller as the audit log names them, with the admin if one acts as them. */
function getActor({ user }: UserContext): Pick<AuditEntry, 'actorUserId' | 'impersonatorUserId' | 'subjectUserId'> {
  return { actorUserId: user.id, impersonatorUserId: user.impersonatorUserId, subjectUserId: user.id };
}

/**
 * Records a completed change: to a workflow, a connector, a connector type or, if `subjectUserId` is given, to another user. If the
 * audit log can't be written, the change remains and the entry goes to the Worker's own log.
 */
export async function auditChange(
  context: UserContext,
  action: AuditAction,
  details: Record<string, unknown>,
  subjectUserId = context.user.id,
): Promise<void> {
  try {
    await recordAudit(context, { action, ...getActor(context), subjectUserId, details: withKey(details, context.user) });
  } catch (error) {
    const { requestId, user } = context;
    log('error', 'The audit log was not written', {
      requestId,
      action,
      userId: user.id,
      details: JSON.stringify(details),
      cause: formatErrorCauses(error),
    });
  }
}

/** An entry for an action with an API key names the key. */
export function withKey(details: Record<string, unknown>, { apiKey }: Pick<SignedInUser, 'apiKey'>): Record<string, unknown> {
  return apiKey ? { ...details, apiKey: { id: apiKey.id, name: apiKey.name } } : details;
}

/** Writes one entry to the audit log and adds the time, the address and the request. */
export async function recordAudit(
  { db, now, ipAddress, requestId, answer }: RequestContext,
  entry: Omit<AuditEntry, 'at' | 'action' | 'ipAddress' | 'requestId'> & { action: AuditAction },
): Promise<void> {
  await insertAuditEntry(db, { ...entry, at: now(), ipAddress, requestId });
  answer.isAudited = true;
}
