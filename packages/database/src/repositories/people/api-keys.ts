import type { OwnerId } from '@portage/contracts';
import { MINUTE_MS } from '@portage/primitives/durations';
import { and, desc, eq, gt, isNull, lt, not, or, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { type ApiKeyRow, apiKeys } from '../../schema/api-keys.ts';
import { users } from '../../schema/users.ts';
import { effectiveQuotasColumn, standingColumn } from '../billing/subscription-standing.ts';
import { isUuid } from '../rows/text-search.ts';
import type { SessionUser } from './sessions.ts';

export type ApiKeyUser = Omit<SessionUser, 'impersonatorUserId'> & { key: ApiKeyRow };

export type NewApiKey = Omit<ApiKeyRow, 'userId' | 'lastUsedAt'>;

/**
 * Stores a key unless the person has reached their limit. The person's row is locked first, so that keys made simultaneously are counted
 * one after the other.
 *
 * @returns false if the person already has `maxKeys` keys, or is gone
 */
export async function insertApiKey(db: HttpDatabase, userId: OwnerId, key: NewApiKey, maxKeys: number): Promise<boolean> {
  const at = (date: Date | null) => sql`${date?.toISOString() ?? null}::timestamptz`;
  const [, inserted] = await db.batch([
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), not(users.isDeleted)))
      .for('update'),
    db.execute<{ id: string }>(sql`
      insert into ${apiKeys} (id, user_id, name, key_hash, last_four, scopes, created_at, expires_at)
      select ${key.id}::uuid, u.id, ${key.name}, ${key.keyHash}, ${key.lastFour}, ${sql.param(key.scopes, apiKeys.scopes)}::text[],
        ${at(key.createdAt)}, ${at(key.expiresAt)}
      from ${users} u
      where u.id = ${userId}::uuid and not u.is_deleted
        and (select count(*) from ${apiKeys} k where k.user_id = u.id) < ${maxKeys}
      returning id`),
  ]);
  return inserted.rows.length > 0;
}

/** Newest first, including expired keys until they are deleted. */
export async function listApiKeys(db: HttpDatabase, userId: OwnerId): Promise<ApiKeyRow[]> {
  return db.select().from(apiKeys).where(eq(apiKeys.userId, userId)).orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
}

/** @returns the key that was revoked; null if the person has no such key */
export async function revokeApiKey(db: HttpDatabase, userId: OwnerId, id: string): Promise<ApiKeyRow | null> {
  if (!isUuid(id)) return null;
  const [row] = await db
    .delete(apiKeys)
    .where(and(eq(apiKeys.userId, userId), eq(apiKeys.id, id)))
    .returning();
  return row ?? null;
}

/** @returns the keys that were revoked */
export async function revokeUserApiKeys(db: HttpDatabase, userId: OwnerId): Promise<ApiKeyRow[]> {
  return db.delete(apiKeys).where(eq(apiKeys.userId, userId)).returning();
}

/** The key with this hash and its person; null if it is unknown, revoked or expired, or the person was deleted. One statement per call. */
export async function findApiKeyUser(db: HttpDatabase, keyHash: string, now: Date): Promise<ApiKeyUser | null> {
  const [row] = await db
    .select({ user: users, key: apiKeys, standing: standingColumn(now), effectiveQuotas: effectiveQuotasColumn(now) })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(and(eq(apiKeys.keyHash, keyHash), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)), not(users.isDeleted)))
    .limit(1);
  return row ?? null;
}

/** Records that a key was used, at most once a minute, however many calls it makes. */
export async function noteApiKeyUse(db: HttpDatabase, key: Pick<ApiKeyRow, 'id' | 'lastUsedAt'>, now: Date): Promise<void> {
  const aMinuteAgo = new Date(now.getTime() - MINUTE_MS);
  if (key.lastUsedAt && key.lastUsedAt > aMinuteAgo) return;
  await db
    .update(apiKeys)
    .set({ lastUsedAt: now })
    .where(and(eq(apiKeys.id, key.id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, aMinuteAgo))));
}
