import type { OwnerId } from '@portage/contracts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { passwordResetTokens, sessions } from '../../schema/sessions.ts';
import { users } from '../../schema/users.ts';
import { type EndedBelongings, endPlantedStatements, readEnded } from './planted-belongings.ts';

export interface NewPasswordResetToken {
  id: string;
  userId: OwnerId;
  tokenHash: string;
  createdAt: Date;
  expiresAt: Date;
}

/** Only the newest link of an account works: earlier ones are used up. */
export async function insertPasswordResetToken(db: HttpDatabase, token: NewPasswordResetToken): Promise<void> {
  await db.batch([
    db
      .update(passwordResetTokens)
      .set({ usedAt: token.createdAt })
      .where(and(eq(passwordResetTokens.userId, token.userId), isNull(passwordResetTokens.usedAt))),
    db.insert(passwordResetTokens).values(token),
  ]);
}

/** A cheap check before the costly hash of the new password; the change itself checks again. */
export async function isPasswordResetTokenUsable(db: HttpDatabase, tokenHash: string, now: Date): Promise<boolean> {
  const rows = await db
    .select({ id: passwordResetTokens.id })
    .from(passwordResetTokens)
    .where(
      and(
        eq(passwordResetTokens.tokenHash, tokenHash),
        isNull(passwordResetTokens.usedAt),
        sql`${passwordResetTokens.expiresAt} > ${now.toISOString()}::timestamptz`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/**
 * Uses the token up, sets the password and ends every session of the account, in one statement: of two callers with the same token one
 * wins. The address counts as confirmed, since the link was read there. If nobody had shown before that the account and the mailbox belong
 * together, what was made in the account ends too, all of it or nothing.
 *
 * @returns the user's id and what ended, or null when the token is unknown, used or expired
 */
export async function resetPassword(
  db: HttpDatabase,
  tokenHash: string,
  passwordHash: string,
  now: Date,
): Promise<{ userId: OwnerId; ended: EndedBelongings } | null> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const owner = sql`select user_id from ${passwordResetTokens} where token_hash = ${tokenHash} and used_at = ${at}`;
  const reset = db.execute<{ id: OwnerId }>(sql`
    with used as (
      update ${passwordResetTokens} t set used_at = ${at}
      where t.token_hash = ${tokenHash} and t.used_at is null and t.expires_at > ${at}
      returning t.user_id
    ), ended as (
      update ${sessions} s set ended_at = ${at}, end_reason = 'password-reset'
      from used where s.user_id = used.user_id and s.ended_at is null
    )
    update ${users} u set password_hash = ${passwordHash}, email_confirmed = true, is_unproven = (u.is_unproven or not u.email_confirmed)
    from used where u.id = used.user_id and not u.is_deleted
    returning u.id`);
  // Still unproven until the last statement, so that these find it.
  const stillUnproven = sql`select id from ${users} where id in (${owner}) and is_unproven`;
  const [result, ...ended] = await db.batch([
    reset,
    ...endPlantedStatements(db, stillUnproven, now),
    db.execute(sql`update ${users} set is_unproven = false where id in (${owner}) returning id`),
  ]);
  const userId = result.rows[0]?.id;
  return userId ? { userId, ended: readEnded(ended) } : null;
}
