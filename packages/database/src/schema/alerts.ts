import type { AlertKind } from '@portage/contracts';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { AlertSnapshot } from './alert-snapshot.ts';
import { instant, ownerId } from './columns.ts';
import { users } from './users.ts';

/**
 * What went wrong for one owner: one row per group, such as the failed runs of one workflow in one hour, however many there are. `groupKey`
 * names the group. There is no foreign key to a workflow: an alert must never block the end of its run.
 */
export const alerts = pgTable(
  'alerts',
  {
    id: uuid('id').primaryKey(),
    ownerUserId: ownerId('owner_user_id').notNull(),
    kind: text('kind').$type<AlertKind>().notNull(),
    groupKey: text('group_key').notNull(),
    /** The subject: the name of a workflow, a connector or a quota. */
    name: text('name').notNull(),
    workflowId: uuid('workflow_id'),
    connectorId: uuid('connector_id'),
    flowId: uuid('flow_id'),
    /** The newest run of the group. */
    runId: text('run_id'),
    message: text('message'),
    count: integer('count').notNull(),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
    /** The condition lasts, and Portage checks for its end. */
    watchesEnd: boolean('watches_end').notNull().default(false),
    endedAt: instant('ended_at'),
    /** Null: the owner hasn't seen it since it last happened. */
    readAt: instant('read_at'),
    /** The owner wants no alerts of this kind; counts still need the row. */
    isSilent: boolean('is_silent').notNull().default(false),
    /** It has changed since it was queued. */
    isPending: boolean('is_pending').notNull().default(true),
    /** `count` when it was last queued. */
    queuedCount: integer('queued_count').notNull().default(0),
  },
  (table) => [
    uniqueIndex('alerts_group_unique').on(table.ownerUserId, table.groupKey),
    index('alerts_owner').on(table.ownerUserId, table.lastAt, table.id),
    index('alerts_last').on(table.lastAt, table.id),
    index('alerts_unread').on(table.ownerUserId).where(sql`${table.readAt} is null and not ${table.isSilent}`),
    index('alerts_watched').on(table.kind).where(sql`${table.watchesEnd}`),
    index('alerts_pending').on(table.lastAt).where(sql`${table.isPending}`),
  ],
);

/** A person without a row has the defaults. */
export const alertSettings = pgTable('alert_settings', {
  userId: ownerId('user_id')
    .primaryKey()
    .references(() => users.id),
  silentKinds: text('silent_kinds').array().$type<AlertKind[]>().notNull().default(sql`'{}'::text[]`),
  sendsEmail: boolean('sends_email').notNull().default(true),
  /** Messages also report when a condition has ended. */
  sendsEnds: boolean('sends_ends').notNull().default(true),
  webhookUrl: text('webhook_url'),
  webhookSecret: text('webhook_secret'),
  /** Why the last message to the webhook wasn't accepted; null: it was. */
  webhookError: text('webhook_error'),
  /** This many failures within this many minutes make a separate alert. */
  failureCount: integer('failure_count').notNull().default(10),
  failureMinutes: integer('failure_minutes').notNull().default(60),
  syncLagMinutes: integer('sync_lag_minutes').notNull().default(60),
  syncErrorCount: integer('sync_error_count').notNull().default(10),
  syncErrorPercent: integer('sync_error_percent').notNull().default(10),
  /** Nothing is sent until then; the list still grows. */
  mutedUntil: instant('muted_until'),
  /** Admins only: also sends everyone's alerts. */
  isForEveryone: boolean('is_for_everyone').notNull().default(false),
});

/** A workflow without a row has alerts and isn't muted. */
export const workflowAlertSettings = pgTable('workflow_alert_settings', {
  workflowId: uuid('workflow_id').primaryKey(),
  ownerUserId: ownerId('owner_user_id').notNull(),
  isEnabled: boolean('is_enabled').notNull().default(true),
  mutedUntil: instant('muted_until'),
});

export const alertChannels = ['Email', 'Webhook'] as const;
export type AlertChannel = (typeof alertChannels)[number];

/** Alerts that wait to become part of a person's next message. */
export const alertQueue = pgTable(
  'alert_queue',
  {
    userId: ownerId('user_id').notNull(),
    channel: text('channel').$type<AlertChannel>().notNull(),
    alertId: uuid('alert_id')
      .notNull()
      .references(() => alerts.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.userId, table.channel, table.alertId] }), index('alert_queue_alert').on(table.alertId)],
);

/** Messages to send (outbox). Receivers recognize a repeated one by its id. */
export const alertMessages = pgTable(
  'alert_messages',
  {
    id: uuid('id').primaryKey(),
    userId: ownerId('user_id').notNull(),
    channel: text('channel').$type<AlertChannel>().notNull(),
    /** As they were when the message was made, so that a repeated message is identical. */
    alerts: jsonb('alerts').$type<AlertSnapshot[]>().notNull(),
    /** The number of all alerts in the message; `alerts` has the newest of them. */
    alertCount: integer('alert_count').notNull(),
    createdAt: instant('created_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** A sender has it until then, or it is tried again then. */
    nextAttemptAt: instant('next_attempt_at').notNull(),
    sentAt: instant('sent_at'),
    /** It was tried for long enough, or no longer has a receiver. */
    droppedAt: instant('dropped_at'),
    error: text('error'),
  },
  (table) => [
    index('alert_messages_waiting').on(table.nextAttemptAt).where(sql`${table.sentAt} is null and ${table.droppedAt} is null`),
    index('alert_messages_person').on(table.userId, table.channel, table.createdAt),
  ],
);

export type AlertRow = typeof alerts.$inferSelect;
export type AlertSettingsRow = typeof alertSettings.$inferSelect;
export type AlertMessageRow = typeof alertMessages.$inferSelect;
