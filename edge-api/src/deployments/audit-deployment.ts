import type { AuditEntry } from '@portage/database';
import { type AuditAction, withKey } from '../audit/record-audit.ts';
import type { DeployContext } from '../http/context.ts';

/** The audit entry for a deployer's action; it is written together with the change. */
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
