import { createHash, randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { ADMIN_ROLE, schema, users } from '@portage/database';
import { hashPassword, verifyPassword } from '@portage/edge-api/password';
import { DAY_MS } from '@portage/primitives/durations';
import { and, arrayContains, eq, inArray, isNull, or } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { PUBLISHED_ADMIN, PUBLISHED_DEMO } from '../seed/published-accounts.ts';

const { Client } = createRequire(import.meta.url)('pg') as typeof pg;
const LINK_LIFETIME_MS = DAY_MS;
const IS_ADMIN = arrayContains(users.roles, [ADMIN_ROLE]);
const PUBLISHED = [PUBLISHED_ADMIN, PUBLISHED_DEMO];

export interface FirstAdminLink {
  token: string;
  /** The API's `FIRST_ADMIN_LINK`. */
  setting: string;
}

/**
 * Makes a link that creates the first admin. The API accepts it until there is an admin or this process's Portage ends, for at most a day.
 *
 * A database of `npm start` has accounts whose passwords everybody can read: they get passwords that nobody has, and are no admins.
 *
 * @returns null if there is an admin
 */
export async function prepareFirstAdmin(databaseUrl: string, now: Date): Promise<FirstAdminLink | null> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const db = drizzle(client);
    await lockPublishedAccounts(db, now);
    const admins = await db
      .select({ id: users.id })
      .from(users)
      .where(and(IS_ADMIN, eq(users.isDeleted, false)))
      .limit(1);
    if (admins.length > 0) return null;
    const token = randomBytes(32).toString('base64url');
    const hash = createHash('sha256').update(token).digest('hex');
    return { token, setting: `${hash}:${now.getTime() + LINK_LIFETIME_MS}` };
  } finally {
    await client.end();
  }
}

/** PORTAGE_ADMIN_EMAIL without PORTAGE_ADMIN_PASSWORD makes an admin with another address and the published password. */
async function lockPublishedAccounts(db: NodePgDatabase, now: Date): Promise<void> {
  const { sessions } = schema;
  const emails = PUBLISHED.map(({ email }) => email);
  const accounts = await db
    .select({ id: users.id, email: users.email, stored: users.passwordHash })
    .from(users)
    .where(and(eq(users.isDeleted, false), or(inArray(users.email, emails), IS_ADMIN)));
  for (const { id, email, stored } of accounts) {
    // A hash of another format is no published password's.
    const isPublic = await Promise.all(PUBLISHED.map(({ password }) => verifyPassword(password, stored).catch(() => false)));
    if (!isPublic.includes(true)) continue;
    const passwordHash = await hashPassword(randomBytes(32).toString('base64url'));
    await db.update(users).set({ passwordHash, roles: [] }).where(eq(users.id, id));
    await db
      .update(sessions)
      .set({ endedAt: now, endReason: 'password-changed' })
      .where(and(eq(sessions.userId, id), isNull(sessions.endedAt)));
    console.log(`Locked ${email}, because its password is public. Its workflows remain.`);
  }
}
