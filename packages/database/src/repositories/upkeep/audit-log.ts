import { and, desc, eq, getTableColumns, gte, isNotNull, like, lte, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database, HttpDatabase } from '../../connect.ts';
import { type AuditLogRow, auditLog } from '../../schema/audit-log.ts';
import { users } from '../../schema/users.ts';
import { type Page, toLimitOffset } from '../rows/scope.ts';
import { containsText, escapeLike } from '../rows/text-search.ts';

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

export interface AuditFilter {
  /** Part of the address of the actor, the impersonator or the subject; deleted users included. */
  userEmail?: string | undefined;
  /** `workflow.saved`, or all actions of a kind: `workflow`. */
  action?: string | undefined;
  impersonatedOnly?: boolean | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

export interface AuditRecord extends AuditLogRow {
  actorEmail: string | null;
  impersonatorEmail: string | null;
  subjectEmail: string | null;
}

/** The audit log, newest first; for admins only. */
export async function listAuditEntries(
  db: HttpDatabase,
  filter: AuditFilter & Page,
): Promise<{ auditEntries: AuditRecord[]; totalCount: number }> {
  const [actor, impersonator, subject] = [alias(users, 'actor'), alias(users, 'impersonator'), alias(users, 'subject')];
  const condition = buildCondition(filter);
  const [rows, counts] = await db.batch([
    db
      .select({
        ...getTableColumns(auditLog),
        actorEmail: actor.email,
        impersonatorEmail: impersonator.email,
        subjectEmail: subject.email,
      })
      .from(auditLog)
      .leftJoin(actor, eq(actor.id, auditLog.actorUserId))
      .leftJoin(impersonator, eq(impersonator.id, auditLog.impersonatorUserId))
      .leftJoin(subject, eq(subject.id, auditLog.subjectUserId))
      .where(condition)
      .orderBy(desc(auditLog.at), desc(auditLog.id))
      .limit(toLimitOffset(filter).limit)
      .offset(toLimitOffset(filter).offset),
    db.select({ count: sql<number>`count(*)::int` }).from(auditLog).where(condition),
  ]);
  return { auditEntries: rows, totalCount: counts[0]?.count ?? 0 };
}

function buildCondition({ userEmail, action, impersonatedOnly, from, to }: AuditFilter): SQL | undefined {
  return and(
    userEmail ? anyoneNamed(userEmail) : undefined,
    action ? or(eq(auditLog.action, action), like(auditLog.action, `${escapeLike(action)}.%`)) : undefined,
    impersonatedOnly ? isNotNull(auditLog.impersonatorUserId) : undefined,
    from ? gte(auditLog.at, from) : undefined,
    to ? lte(auditLog.at, to) : undefined,
  );
}

/** Evaluated once, however many entries there are. */
function anyoneNamed(userEmail: string): SQL {
  const ids = sql`array(select ${users.id} from ${users} where ${containsText(users.email, userEmail)})`;
  const is = (column: SQL | typeof auditLog.actorUserId) => sql`${column} = any(${ids})`;
  return sql`(${is(auditLog.actorUserId)} or ${is(sql`${auditLog.impersonatorUserId}`)} or ${is(sql`${auditLog.subjectUserId}`)})`;
}
