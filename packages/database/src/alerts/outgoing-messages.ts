import { eq, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../connect.ts';
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

/**
 * Claims due messages for as long as a sender may need. If that sender stops, the next one claims them after that time.
 * @returns each message with the number of this attempt
 */
export async function claimAlertMessages(
  db: HttpDatabase,
  { channels, limit, now, until }: { channels: readonly AlertChannel[]; limit: number; now: Date; until: Date },
): Promise<OutgoingMessage[]> {
  const due = sql`select id from alert_messages where sent_at is null and dropped_at is null
    and next_attempt_at <= ${now.toISOString()}::timestamptz and channel in (${sql.join(
      channels.map((channel) => sql`${channel}`),
      sql`, `,
    )}) order by next_attempt_at limit ${limit} for update skip locked`;
  const rows = await db
    .update(alertMessages)
    .set({ nextAttemptAt: until, attempts: sql`${alertMessages.attempts} + 1` })
    .where(sql`${alertMessages.id} in (${due})`)
    .returning();
  return rows.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
}

/** Null: the account is gone. */
export async function findAlertReceiver(userId: string, db: HttpDatabase): Promise<AlertReceiver | null> {
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

/** How an attempt ended. `again`: when to try once more. */
export type AttemptOutcome = { sentAt: Date } | { droppedAt: Date; error: string } | { again: Date; error: string };

export async function noteAttempt(db: HttpDatabase, message: OutgoingMessage, outcome: AttemptOutcome): Promise<void> {
  const error = 'error' in outcome ? outcome.error.slice(0, 500) : null;
  const change =
    'sentAt' in outcome
      ? { sentAt: outcome.sentAt, error }
      : 'droppedAt' in outcome
        ? { droppedAt: outcome.droppedAt, error }
        : { nextAttemptAt: outcome.again, error };
  const noted = db.update(alertMessages).set(change).where(eq(alertMessages.id, message.id));
  if (message.channel === 'Email') {
    await noted;
    return;
  }
  await db.batch([noted, db.update(alertSettings).set({ webhookError: error }).where(eq(alertSettings.userId, message.userId))]);
}
