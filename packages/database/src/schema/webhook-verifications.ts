import type { WebhookVerification } from '@portage/contracts/calls';
import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant, ownerId } from './columns.ts';

/**
 * How calls of a workflow's webhook address prove who sent them. Separate from the versions, so that no copy, template or export contains
 * the secret; a workflow without a row accepts every call.
 */
export const webhookVerifications = pgTable('webhook_verifications', {
  workflowId: uuid('workflow_id').primaryKey(),
  ownerUserId: ownerId('owner_user_id').notNull(),
  settings: jsonb('settings').$type<WebhookVerification>().notNull(),
  secret: text('secret').notNull(),
  /** Calls refused since the settings were saved. */
  refusedCount: integer('refused_count').notNull().default(0),
  lastRefusedAt: instant('last_refused_at'),
  lastRefusal: text('last_refusal'),
});

export type WebhookVerificationRow = typeof webhookVerifications.$inferSelect;
