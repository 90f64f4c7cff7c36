import type { ApprovalQuestion } from '@portage/contracts';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, ownerId } from './columns.ts';

export type ApprovalMailContent = Omit<ApprovalQuestion, 'recipients'> & { workflowName: string };

/** E-mails that ask for approval (outbox): one row per recipient, written by the step before its run begins to wait. */
export const approvalMails = pgTable(
  'approval_mails',
  {
    approvalId: uuid('approval_id').notNull(),
    /** Position of the address among the recipients; the link names it. */
    recipient: integer('recipient').notNull(),
    runId: text('run_id').notNull(),
    ownerUserId: ownerId('owner_user_id').notNull(),
    email: text('email').notNull(),
    content: jsonb('content').$type<ApprovalMailContent>().notNull(),
    createdAt: instant('created_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** A worker holds it until then; after that, another one may try it. */
    nextAttemptAt: instant('next_attempt_at'),
    sentAt: instant('sent_at'),
    /** It is no longer sent; `error` says why. */
    droppedAt: instant('dropped_at'),
    error: text('error'),
  },
  (table) => [
    primaryKey({ columns: [table.approvalId, table.recipient] }),
    index('approval_mails_waiting').on(table.nextAttemptAt).where(sql`${table.sentAt} is null and ${table.droppedAt} is null`),
    index('approval_mails_owner_created').on(table.ownerUserId, table.createdAt),
  ],
);

export type ApprovalMailRow = typeof approvalMails.$inferSelect;
