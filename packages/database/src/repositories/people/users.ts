import { type DashboardType, isOwnerId, type OwnerId, toOwnerId } from '@portage/contracts';
import { readMailAddress } from '@portage/primitives/mail-address';
import { and, count, desc, eq, inArray, not, sql } from 'drizzle-orm';
import { type Database, findSqlState, type HttpDatabase, UNIQUE_VIOLATION } from '../../connect.ts';
import { passwordResetTokens, sessions } from '../../schema/sessions.ts';
import { type NewUserRow, type UserRow, users, type WorkflowQuotaSettings } from '../../schema/users.ts';
import { effectiveQuotasColumn } from '../billing/subscription-standing.ts';
import { type Page, type Scope, toLimitOffset, withinScope } from '../rows/scope.ts';
import { containsText } from '../rows/text-search.ts';
import { type EndedBelongings, endPlantedStatements, readEnded } from './planted-belongings.ts';

const notDeleted = not(users.isDeleted);

/** @throws with SQLSTATE 23505 (`findSqlState`) when the address is taken */
export async function insertUser(db: Database, row: NewUserRow): Promise<UserRow> {
  const [inserted] = await db
    .insert(users)
    .values({ ...row, id: toOwnerId(row.id) })
    .returning();
  if (!inserted) throw new Error('The user was not stored');
  return inserted;
}

/** Any letter case and spelling; deleted users aren't found. */
export async function findUserByEmail(db: Database, email: string): Promise<UserRow | null> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, (readMailAddress(email)?.address ?? email).toLowerCase()), notDeleted))
    .limit(1);
  return row ?? null;
}

export async function findUser(db: Database, id: string): Promise<UserRow | null> {
  if (!isOwnerId(id)) return null;
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), notDeleted))
    .limit(1);
  return row ?? null;
}

/** Null: not known yet. */
export async function findTimeZone(db: Database, id: OwnerId): Promise<string | null> {
  const [row] = await db.select({ timeZone: users.timeZone }).from(users).where(eq(users.id, id));
  return row?.timeZone ?? null;
}

export async function saveTimeZone(db: Database, id: OwnerId, timeZone: string): Promise<void> {
  await db.update(users).set({ timeZone }).where(eq(users.id, id));
}

/** Addresses by id; deleted users have none. */
export async function loadEmails(db: Database, ids: readonly OwnerId[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(inArray(users.id, [...new Set(ids)]), notDeleted));
  return new Map(rows.map(({ id, email }) => [id, email]));
}

/** Spec AUTH-52, overridden by the person's plan; null if there is no such user. */
export async function findWorkflowQuotaSettings(db: Database, id: OwnerId): Promise<WorkflowQuotaSettings | null> {
  const [row] = await db
    .select({ settings: effectiveQuotasColumn() })
    .from(users)
    .where(and(eq(users.id, id), notDeleted))
    .limit(1);
  return row?.settings ?? null;
}

export interface UserChanges {
  firstName?: string | undefined;
  lastName?: string | undefined;
  hideBilling?: boolean | undefined;
  billingDetails?: { customUrl?: string } | null | undefined;
  showIntegrationApplications?: boolean | undefined;
  showAIChat?: boolean | undefined;
  scopes?: string[] | undefined;
  hasWorkflowAccess?: boolean | undefined;
  dashboardType?: DashboardType | undefined;
  /** Merged into the stored ones; null removes a limit. */
  workflowQuotaSettings?: { [Name in keyof WorkflowQuotaSettings]?: number | null | undefined } | undefined;
  jobTitle?: string | null | undefined;
  companyName?: string | null | undefined;
  lastLoginAt?: Date | undefined;
  refCode?: string | undefined;
  emailConfirmed?: boolean | undefined;
}

/** @returns the updated row; null if there is no such user */
export async function updateUser(db: Database, id: OwnerId, changes: UserChanges): Promise<UserRow | null> {
  if (Object.keys(changes).length === 0) return findUser(db, id);
  const { workflowQuotaSettings: quotas, ...plain } = changes;
  const merged = quotas && {
    workflowQuotaSettings: sql`jsonb_strip_nulls(${users.workflowQuotaSettings} || ${JSON.stringify(quotas)}::jsonb)`,
  };
  const [row] = await db
    .update(users)
    .set({ ...plain, ...merged })
    .where(and(eq(users.id, id), notDeleted))
    .returning();
  return row ?? null;
}

/** @returns false if `checkedHash` is no longer the account's hash, or there is no such user */
export async function replacePassword(
  db: Database,
  id: OwnerId,
  { checkedHash, newHash }: { checkedHash: string; newHash: string },
): Promise<boolean> {
  const replaced = await db
    .update(users)
    .set({ passwordHash: newHash })
    .where(and(eq(users.id, id), eq(users.passwordHash, checkedHash), notDeleted))
    .returning();
  return replaced.length > 0;
}

export interface UserFilter extends Page {
  userEmail?: string | undefined;
}

/** Newest first; `userEmail` is any part of the address (spec API-16). */
export async function listUsers(db: Database, scope: Scope, filter: UserFilter): Promise<{ users: UserRow[]; totalCount: number }> {
  const condition = and(notDeleted, withinScope(scope, users.id), containsText(users.email, filter.userEmail));
  const [rows, totals] = await Promise.all([
    db
      .select()
      .from(users)
      .where(condition)
      .orderBy(desc(users.createdAt), desc(users.id))
      .limit(toLimitOffset(filter).limit)
      .offset(toLimitOffset(filter).offset),
    db.select({ totalCount: count() }).from(users).where(condition),
  ]);
  return { users: rows, totalCount: totals[0]?.totalCount ?? 0 };
}

/**
 * Confirms an account's address by a link that was read in its mailbox.
 *
 * @param isHolder the caller is signed in to the account, so that what is in it is theirs. Otherwise the account stays unproven, and the
 * first confirmation ends its sessions and what was made in it.
 * @returns null if the person is gone or has another address by now; `ended` for the first confirmation by somebody else
 */
export async function confirmEmail(
  db: HttpDatabase,
  userId: OwnerId,
  { email, isHolder, now }: { email: string; isHolder: boolean; now: Date },
): Promise<{ isFirst: boolean; ended: EndedBelongings | null } | null> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const found = sql`select id from ${users} where id = ${userId}::uuid and lower(email) = lower(${email}) and not is_deleted`;
  const isUnconfirmed = sql`not email_confirmed`;
  const known = db.execute<{ isConfirmed: boolean }>(
    sql`select email_confirmed as "isConfirmed" from ${users} where id in (${found}) for update`,
  );
  if (isHolder) {
    const proven = db.execute(sql`update ${users} set email_confirmed = true, is_unproven = false where id in (${found})`);
    const [{ rows }] = await db.batch([known, proven]);
    return rows[0] ? { isFirst: !rows[0].isConfirmed, ended: null } : null;
  }
  const unconfirmed = sql`${found} and ${isUnconfirmed}`;
  const [{ rows }, , ...rest] = await db.batch([
    known,
    db.execute(
      sql`update ${sessions} set ended_at = ${at}, end_reason = 'email-confirmed' where user_id in (${unconfirmed}) and ended_at is null`,
    ),
    ...endPlantedStatements(db, unconfirmed, now),
    db.execute(sql`update ${users} set email_confirmed = true, is_unproven = true where id in (${unconfirmed})`),
  ]);
  if (!rows[0]) return null;
  return { isFirst: !rows[0].isConfirmed, ended: rows[0].isConfirmed ? null : readEnded(rest) };
}

/**
 * Gives an account the address whose mailbox its holder has just shown to have. Links to reset the password that went to the old address
 * end.
 *
 * @returns `same` if it has the address already, `taken` if another account has it, `gone` if the account has a third address by now
 */
export async function changeEmail(
  db: HttpDatabase,
  userId: OwnerId,
  { from, to }: { from: string; to: string },
): Promise<'changed' | 'same' | 'taken' | 'gone'> {
  const row = await findUser(db, userId);
  if (row?.email.toLowerCase() === to.toLowerCase()) return 'same';
  const hadAddress = and(eq(users.id, userId), sql`lower(${users.email}) = lower(${from})`, not(users.isDeleted));
  try {
    const [changed] = await db.batch([
      db.update(users).set({ email: to, emailConfirmed: true, isUnproven: false }).where(hadAddress).returning({ id: users.id }),
      db.delete(passwordResetTokens).where(eq(passwordResetTokens.userId, userId)),
    ]);
    return changed.length > 0 ? 'changed' : 'gone';
  } catch (error) {
    if (findSqlState(error) !== UNIQUE_VIOLATION) throw error;
    return 'taken';
  }
}
