import type { OwnerId } from '@portage/contracts';
import { and, desc, eq, gt, inArray, isNotNull, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { apiKeys } from '../../schema/api-keys.ts';
import { refreshTokens, type SessionRow, sessions } from '../../schema/sessions.ts';
import { ADMIN_ROLE, type UserRow, users, type WorkflowQuotaSettings } from '../../schema/users.ts';
import { effectiveQuotasColumn, type SubscriptionStanding, standingColumn } from '../billing/subscription-standing.ts';
import { isUuid } from '../rows/text-search.ts';

/** More than a person looks through; the last used come first. */
const MOST_LISTED_SESSIONS = 100;

export interface NewSession {
  id: string;
  userId: OwnerId;
  impersonatorUserId?: string | null;
  impersonatorSessionId?: string | null;
  createdAt: Date;
  expiresAt: Date;
  ipAddress: string | null;
  userAgent: string | null;
  refreshToken: { id: string; tokenHash: string };
}

/**
 * True for a person's own session, and for an impersonated one while the admin behind it is signed in and still an admin: checked on every
 * call, so that it ends at once when either changes.
 */
function impersonatorMay(now: Date): SQL {
  return sql`(${sessions.impersonatorUserId} is null or exists (
    select 1 from sessions own join users admin on admin.id = own.user_id
    where own.id = ${sessions.impersonatorSessionId} and own.user_id = ${sessions.impersonatorUserId}
      and own.impersonator_user_id is null and own.ended_at is null and own.expires_at > ${iso(now)}::timestamptz
      and not admin.is_deleted and ${ADMIN_ROLE} = any(admin.roles)))`;
}

/** Writes one sign-in with its first refresh token, both or neither. */
export async function insertSession(db: HttpDatabase, session: NewSession): Promise<void> {
  const { refreshToken, ...row } = session;
  await db.batch([
    db.insert(sessions).values({ ...row, lastUsedAt: session.createdAt }),
    db.insert(refreshTokens).values({ ...refreshToken, sessionId: session.id, createdAt: session.createdAt, expiresAt: session.expiresAt }),
  ]);
}

export interface SessionUser {
  user: UserRow;
  impersonatorUserId: string | null;
  standing: SubscriptionStanding;
  /** The account's quotas, overridden by the plan's. */
  effectiveQuotas: WorkflowQuotaSettings;
}

/** The user behind a live session; null when the session ended or expired, or the user was deleted. One statement per call. */
export async function findSessionUser(db: HttpDatabase, userId: OwnerId, sessionId: string, now: Date): Promise<SessionUser | null> {
  const [row] = await db
    .select({
      user: users,
      impersonatorUserId: sessions.impersonatorUserId,
      standing: standingColumn(now),
      effectiveQuotas: effectiveQuotasColumn(now),
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, sessionId),
        eq(sessions.userId, userId),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, now),
        eq(users.isDeleted, false),
        impersonatorMay(now),
      ),
    )
    .limit(1);
  return row ?? null;
}

/** The owner of work that continues without a session; null: the account is gone. */
export async function findWorkOwner(db: HttpDatabase, userId: OwnerId, now: Date): Promise<Omit<SessionUser, 'impersonatorUserId'> | null> {
  const [row] = await db
    .select({ user: users, standing: standingColumn(now), effectiveQuotas: effectiveQuotasColumn(now) })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.isDeleted, false)))
    .limit(1);
  return row ?? null;
}

export interface Caller {
  id: OwnerId;
  roles: SessionUser['user']['roles'];
  impersonatorUserId: string | null;
}

/** The users behind sessions and API keys that may still be used, by the id of the session or key. */
export async function findLiveCallers(db: HttpDatabase, sessionIds: readonly string[], now: Date): Promise<Map<string, Caller>> {
  if (sessionIds.length === 0) return new Map();
  const [liveSessions, liveKeys] = await Promise.all([
    db
      .select({ sessionId: sessions.id, id: users.id, roles: users.roles, impersonatorUserId: sessions.impersonatorUserId })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(
        and(
          inArray(sessions.id, [...sessionIds]),
          isNull(sessions.endedAt),
          gt(sessions.expiresAt, now),
          eq(users.isDeleted, false),
          impersonatorMay(now),
        ),
      ),
    db
      .select({ sessionId: apiKeys.id, id: users.id, roles: users.roles })
      .from(apiKeys)
      .innerJoin(users, eq(users.id, apiKeys.userId))
      .where(and(inArray(apiKeys.id, [...sessionIds]), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)), not(users.isDeleted))),
  ]);
  const live = [...liveSessions, ...liveKeys.map((key) => ({ ...key, impersonatorUserId: null }))];
  return new Map(live.map(({ sessionId, ...caller }) => [sessionId, caller]));
}

export interface Rotation {
  presentedHash: string;
  successor: { id: string; tokenHash: string };
  now: Date;
  /** When the new token and its session expire; an impersonated session is never prolonged. */
  expiresAt: Date;
}

export type RotationResult =
  | { outcome: 'rotated'; sessionId: string; userId: OwnerId }
  | { outcome: 'reused'; sessionId: string; userId: OwnerId }
  | { outcome: 'refused' };

/**
 * Uses a refresh token up and stores its successor, in one statement, so that two callers can never both win. A second use means that a
 * copy of the token exists: the whole session ends.
 */
export async function rotateRefreshToken(db: HttpDatabase, rotation: Rotation): Promise<RotationResult> {
  const { presentedHash, successor, now, expiresAt } = rotation;
  const rotated = await db.execute<{ session_id: string; user_id: OwnerId }>(sql`
    with used as (
      update ${refreshTokens} t set rotated_at = ${iso(now)}::timestamptz
      from ${sessions}, ${users} u
      where t.token_hash = ${presentedHash}
        and t.rotated_at is null
        and t.expires_at > ${iso(now)}::timestamptz
        and sessions.id = t.session_id and sessions.ended_at is null and sessions.expires_at > ${iso(now)}::timestamptz
        and u.id = sessions.user_id and not u.is_deleted and ${impersonatorMay(now)}
      returning t.session_id, sessions.user_id
    ), kept as (
      update ${sessions} s set last_used_at = ${iso(now)}::timestamptz,
        expires_at = case when s.impersonator_user_id is null then ${iso(expiresAt)}::timestamptz else s.expires_at end
      from used where s.id = used.session_id
    ), made as (
      insert into ${refreshTokens} (id, session_id, token_hash, created_at, expires_at)
      select ${successor.id}::uuid, used.session_id, ${successor.tokenHash}, ${iso(now)}::timestamptz, ${iso(expiresAt)}::timestamptz from used
    )
    select session_id, user_id from used`);
  const [winner] = rotated.rows;
  if (winner) return { outcome: 'rotated', sessionId: winner.session_id, userId: winner.user_id };

  const [copy] = await db
    .select({ sessionId: sessions.id, userId: sessions.userId, rotatedAt: refreshTokens.rotatedAt, endedAt: sessions.endedAt })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .where(eq(refreshTokens.tokenHash, presentedHash))
    .limit(1);
  if (!copy?.rotatedAt || copy.endedAt) return { outcome: 'refused' };
  await endSession(db, copy.sessionId, 'refresh-token-reused', now);
  return { outcome: 'reused', sessionId: copy.sessionId, userId: copy.userId };
}

/** A person's sessions that haven't ended, last used first, including those of admins who act as them. */
export async function listLiveSessions(db: HttpDatabase, userId: OwnerId, now: Date): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), gt(sessions.expiresAt, now), impersonatorMay(now)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .limit(MOST_LISTED_SESSIONS);
}

/** The addresses from which a person has signed in to their account, as far as their sessions are still stored. */
export async function listSignInAddresses(db: HttpDatabase, userId: OwnerId): Promise<string[]> {
  const rows = await db
    .selectDistinct({ ipAddress: sessions.ipAddress })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.impersonatorUserId), isNotNull(sessions.ipAddress)));
  return rows.flatMap(({ ipAddress }) => ipAddress ?? []);
}

/** @returns false if the person has no such open session */
export async function endUserSession(
  db: HttpDatabase,
  userId: OwnerId,
  { sessionId, endReason, now }: { sessionId: string; endReason: SessionEndReason; now: Date },
): Promise<boolean> {
  if (!isUuid(sessionId)) return false;
  const rows = await db
    .update(sessions)
    .set({ endedAt: now, endReason })
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), isNull(sessions.endedAt)))
    .returning({ id: sessions.id });
  return rows.length > 0;
}

/** @returns how many of the person's sessions ended; `keptSessionId` continues */
export async function endOtherSessions(
  db: HttpDatabase,
  userId: OwnerId,
  { keptSessionId, endReason, now }: { keptSessionId: string; endReason: SessionEndReason; now: Date },
): Promise<number> {
  const rows = await db
    .update(sessions)
    .set({ endedAt: now, endReason })
    .where(and(eq(sessions.userId, userId), ne(sessions.id, keptSessionId), isNull(sessions.endedAt), gt(sessions.expiresAt, now)))
    .returning({ id: sessions.id });
  return rows.length;
}

export type SessionEndReason =
  | 'signed-out'
  | 'refresh-token-reused'
  | 'email-confirmed'
  | 'password-reset'
  | 'password-changed'
  | 'ended-by-user'
  | 'user-deleted';

export async function endSession(db: HttpDatabase, sessionId: string, endReason: SessionEndReason, now: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ endedAt: now, endReason })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)));
}

/** @returns the sessions that were live */
export async function endSessionsOfUser(db: HttpDatabase, userId: OwnerId, endReason: SessionEndReason, now: Date): Promise<SessionRow[]> {
  return db
    .update(sessions)
    .set({ endedAt: now, endReason })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)))
    .returning();
}

function iso(date: Date): string {
  return date.toISOString();
}
