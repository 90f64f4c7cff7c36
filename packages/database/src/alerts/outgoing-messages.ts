import type { OwnerId } from '@portage/contracts';
import { eq, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../connect.ts';
import { claimedUntil, type OutboxClaim, type OutboxOutcome } from '../outbox.ts';
import { type AlertChannel, type AlertMessageRow, alertMessages, alertSettings } from '../schema/alerts.ts';
import { users } from '../schema/users.ts';

/** Where to send a message, according to its receiver's current settings. */
export interface AlertReceiver {
  email: string;
  firstName: string;
  /** Null: UTC. */
  timeZone: string | null;
  /** The address is confirmed and the person still wants e-mails. */
  wantsEmail: boolean;
  webhookUrl: string | null;
  webhookSecret: string | null;
}

export type OutgoingMessage = Pick<AlertMessageRow, 'id' | 'userId' | 'channel' | 'alerts' | 'alertCount' | 'createdAt' | 'attempts'>;

/** @returns each message with the number of this attempt */
export async function claimAlertMessages(
  db: HttpDatabase,
  { channels, limit, now, until }: OutboxClaim & { channels: readonly AlertChannel[] },
): Promise<OutgoingMessage[]> {
  const due = sql`select id from alert_messages where sent_at is null and dropped_at is null
    and next_attempt_at <= ${now.toISOString()}::timestamptz and channel in (${sql.join(
      channels.map((channel) => sql`${channel}`),
      sql`, `,
    )}) order by next_attempt_at limit ${limit} for update skip locked`;
  const rows = await db.update(alertMessages).set(claimedUntil(until)).where(sql`${alertMessages.id} in (${due})`).returning();
  return rows.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
}

/** Null: the account is gone. */
export async function findAlertReceiver(db: HttpDatabase, userId: OwnerId): Promise<AlertReceiver | null> {
  const [row] = await db
    .select({
      email: users.email,
      firstName: users.firstName,
      timeZone: users.timeZone,
      wantsEmail: sql<boolean>`${users.emailConfirmed} and coalesce(${alertSettings.sendsEmail}, true)`,
      webhookUrl: sql<string | null>`case when ${users.emailConfirmed} then ${alertSettings.webhookUrl} end`,
      webhookSecret: alertSettings.webhookSecret,
    })
    .from(users)
    .leftJoin(alertSettings, eq(alertSettings.userId, users.id))
    .where(sql`${users.id} = ${userId} and not ${users.isDeleted}`);
  return row ?? null;
}

export async function noteAlertMessage(
  db: HttpDatabase,
  message: OutgoingMessage,
  outcome: OutboxOutcome<{ sentAt: Date }>,
): Promise<void> {
  const error = 'error' in outcome ? outcome.error : null;
  const noted = db
    .update(alertMessages)
    .set({ ...outcome, error })
    .where(eq(alertMessages.id, message.id));
  if (message.channel === 'Email') {
    await noted;
    return;
  }
  await db.batch([noted, db.update(alertSettings).set({ webhookError: error }).where(eq(alertSettings.userId, message.userId))]);
}
