import type { HookKind, SetChange } from '@portage/contracts';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Who is notified of each change of what people get. */
export const deploymentHooks = pgTable('deployment_hooks', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  kind: text('kind').$type<HookKind>().notNull(),
  /** Only its origin, because anyone who has the whole address may post to it. */
  origin: text('origin').notNull(),
  /** The address and the secret that signs messages, sealed together. */
  target: text('target').notNull(),
  createdAt: instant('created_at').notNull(),
  by: text('by').notNull(),
});

/** A change of what people get, as hooks report it. */
export interface HookEvent {
  /** The new set; null: a test. */
  set: number | null;
  /** A person's address or a deploy token's name; null: Portage itself. */
  by: string | null;
  action: string;
  note: string | null;
  changes: SetChange[];
}

/** Messages to hooks (outbox), written together with the change. Receivers recognize a repeated one by its id. */
export const deploymentHookMessages = pgTable(
  'deployment_hook_messages',
  {
    id: uuid('id').primaryKey(),
    hookId: uuid('hook_id')
      .notNull()
      .references(() => deploymentHooks.id, { onDelete: 'cascade' }),
    event: jsonb('event').$type<HookEvent>().notNull(),
    createdAt: instant('created_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** A sender has it until then, or it is tried again then. */
    nextAttemptAt: instant('next_attempt_at').notNull(),
    sentAt: instant('sent_at'),
    /** It was tried for long enough. */
    droppedAt: instant('dropped_at'),
    error: text('error'),
  },
  (table) => [
    index('deployment_hook_messages_waiting').on(table.nextAttemptAt).where(sql`${table.sentAt} is null and ${table.droppedAt} is null`),
    index('deployment_hook_messages_hook').on(table.hookId, table.createdAt),
  ],
);

export type DeploymentHookRow = typeof deploymentHooks.$inferSelect;
export type HookMessageRow = typeof deploymentHookMessages.$inferSelect;
