import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** The log of who did what to whom. Rows are only added. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull(),
    action: text('action').notNull(),
    /** Absent if the person is unknown, for example after a failed sign-in with an unknown address. */
    actorUserId: uuid('actor_user_id'),
    impersonatorUserId: uuid('impersonator_user_id'),
    subjectUserId: uuid('subject_user_id'),
    ipAddress: text('ip_address'),
    requestId: text('request_id'),
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [
    index('audit_log_at').on(table.at),
    index('audit_log_actor').on(table.actorUserId, table.at),
    index('audit_log_subject').on(table.subjectUserId, table.at),
    index('audit_log_action').on(table.action, table.at),
    index('audit_log_impersonator').on(table.impersonatorUserId, table.at).where(sql`${table.impersonatorUserId} is not null`),
  ],
);

export type AuditLogRow = typeof auditLog.$inferSelect;
