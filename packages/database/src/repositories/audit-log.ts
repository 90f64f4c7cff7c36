import type { Database } from '../connect.ts';
import { auditLog } from '../schema/audit-log.ts';

export interface AuditEntry {
  at: Date;
  action: string;
  actorUserId?: string | null;
  impersonatorUserId?: string | null;
  subjectUserId?: string | null;
  ipAddress?: string | null;
  requestId?: string | null;
  details?: Record<string, unknown>;
}

export async function insertAuditEntry(db: Database, entry: AuditEntry): Promise<void> {
  await db.insert(auditLog).values(entry);
}
