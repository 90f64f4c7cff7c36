import { type AuditEntry, insertAuditEntry } from '@portage/database';
import type { RequestContext } from '../http/context.ts';

export type AuditAction =
  | 'session.signed-in'
  | 'session.sign-in-failed'
  | 'session.sign-in-limited'
  | 'session.signed-out'
  | 'session.refresh-token-reused'
  | 'user.signed-up'
  | 'password.reset-asked'
  | 'password.reset'
  | 'password.reset-failed';

/** Writes one line of the audit log; when, from where and in which request are added here. */
export async function recordAudit(
  { db, now, ipAddress, requestId }: RequestContext,
  entry: Omit<AuditEntry, 'at' | 'action' | 'ipAddress' | 'requestId'> & { action: AuditAction },
): Promise<void> {
  await insertAuditEntry(db, { ...entry, at: now(), ipAddress, requestId });
}
