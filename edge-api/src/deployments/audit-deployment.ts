import type { AuditEntry } from '@portage/database';
import { type AuditAction, withKey } from '../audit/record-audit.ts';
import type { DeployContext } from '../http/context.ts';

/** The line of the audit log about something that a deployer does; it is written together with the change. */
export function auditOfDeployer(
  { deployer, now, ipAddress, requestId }: DeployContext,
  action: AuditAction,
  details: Record<string, unknown>,
): AuditEntry {
  const { user, by } = deployer;
  return {
    at: now(),
    action,
    actorUserId: user?.id ?? null,
    ipAddress,
    requestId,
    details: user ? withKey(details, user) : { ...details, deployToken: by },
  };
}
