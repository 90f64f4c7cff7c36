import { createRequire } from 'node:module';
import type pg from 'pg';

const { Client } = createRequire(import.meta.url)('pg') as typeof pg;
/** Repeats packages/database/src/schema/users.ts, which the command would load just for this word. */
const ADMIN_ROLE = 'ADMIN';

/**
 * Makes an existing account an admin: a deployed Portage starts without accounts.
 *
 * @returns the result as a sentence; null: no account has this address
 */
export async function makeAdmin(databaseUrl: string, email: string): Promise<string | null> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ roles: string[] }>('SELECT roles FROM users WHERE lower(email) = lower($1) AND NOT is_deleted', [
      email,
    ]);
    const [user] = rows;
    if (!user) return null;
    if (user.roles.includes(ADMIN_ROLE)) return `${email} is an admin already.`;
    await client.query(
      `WITH changed AS (UPDATE users SET roles = array_append(roles, $2) WHERE lower(email) = lower($1) AND NOT is_deleted RETURNING id)
       INSERT INTO audit_log (at, action, subject_user_id, details) SELECT now(), 'user.saved', id, '{"by": "npm run platform -- admin", "role": "ADMIN"}' FROM changed`,
      [email, ADMIN_ROLE],
    );
    return `${email} is an admin now, from the next sign-in on.`;
  } finally {
    await client.end();
  }
}
