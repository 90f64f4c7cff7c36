import { toOwnerId } from '@portage/contracts';
import { sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { ADMIN_ROLE, type UserRow, users } from '../../schema/users.ts';
import { findUser } from './users.ts';

export interface FirstAdmin {
  id: string;
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  createdAt: Date;
}

/** One creation at a time: two that overlap would both see no admin. */
const LOCK = 730_114_202;

/** @returns null if there is an admin already. @throws with SQLSTATE 23505 (`findSqlState`) when the address is taken */
export async function insertFirstAdmin(db: HttpDatabase, admin: FirstAdmin): Promise<UserRow | null> {
  const { email, passwordHash, firstName, lastName, createdAt } = admin;
  const id = toOwnerId(admin.id);
  await db.batch([
    db.execute(sql`select pg_advisory_xact_lock(${LOCK})`),
    db.execute(sql`
      insert into ${users} (id, email, email_confirmed, password_hash, first_name, last_name, roles, created_at)
      select ${id}::uuid, ${email}, true, ${passwordHash}, ${firstName}, ${lastName}, array[${ADMIN_ROLE}], ${createdAt.toISOString()}::timestamptz
      where not exists (select from ${users} where ${ADMIN_ROLE} = any(roles) and not is_deleted)`),
  ]);
  return findUser(db, id);
}
