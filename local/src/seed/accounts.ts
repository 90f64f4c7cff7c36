import { randomUUID } from 'node:crypto';
import { type OwnerId, toOwnerId } from '@portage/contracts';
import { ADMIN_ROLE, users } from '@portage/database';
import { hashPassword } from '@portage/edge-api/password';
import { and, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

export interface Account {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  isAdmin: boolean;
}

/** Makes an account unless this address has one. An existing account keeps its password and its rights. @returns the user's id */
export async function ensureAccount(db: NodePgDatabase, { email, password, firstName, lastName, isAdmin }: Account): Promise<OwnerId> {
  const existing = await findUserId(db, email);
  if (existing) return existing;
  await db
    .insert(users)
    .values({
      id: toOwnerId(randomUUID()),
      email,
      emailConfirmed: true,
      passwordHash: await hashPassword(password),
      firstName,
      lastName,
      roles: isAdmin ? [ADMIN_ROLE] : [],
      createdAt: new Date(),
    })
    .onConflictDoNothing();
  const made = await findUserId(db, email);
  if (!made) throw new Error(`The account ${email} could not be made.`);
  return made;
}

async function findUserId(db: NodePgDatabase, email: string): Promise<OwnerId | null> {
  const isThisPerson = and(eq(sql`lower(${users.email})`, email.toLowerCase()), eq(users.isDeleted, false));
  const [row] = await db.select({ id: users.id }).from(users).where(isThisPerson);
  return row?.id ?? null;
}
