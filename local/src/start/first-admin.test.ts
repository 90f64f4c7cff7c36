import { createRequire } from 'node:module';
import { hashPassword, verifyPassword } from '@portage/edge-api/password';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { PUBLISHED_ADMIN } from '../seed/published-accounts.ts';
import { startTestDatabase } from '../testing/test-database.ts';
import { prepareFirstAdmin } from './first-admin.ts';

const { Client } = createRequire(import.meta.url)('pg') as typeof pg;
const NOW = new Date('2026-11-30T12:00:00Z');

test('an admin with the published password is locked under any address; without another admin, there is a link for the first', async () => {
  const database = await startTestDatabase();
  const client = new Client({ connectionString: database.databaseUrl });
  await client.connect();
  try {
    const insert = async (email: string, password: string) =>
      client.query(`INSERT INTO users (id, email, password_hash, roles, created_at) VALUES (gen_random_uuid(), $1, $2, '{ADMIN}', now())`, [
        email,
        await hashPassword(password),
      ]);
    const read = async (email: string) => (await client.query('SELECT roles, password_hash FROM users WHERE email = $1', [email])).rows[0];
    await insert('ada@acme.com', PUBLISHED_ADMIN.password);
    expect(await prepareFirstAdmin(database.databaseUrl, NOW)).toMatchObject({ token: expect.any(String) });
    const locked = await read('ada@acme.com');
    expect(locked.roles).toEqual([]);
    expect(await verifyPassword(PUBLISHED_ADMIN.password, locked.password_hash)).toBe(false);

    await insert('olive@acme.com', 'only Olive knows');
    expect(await prepareFirstAdmin(database.databaseUrl, NOW)).toBeNull();
    expect(await read('olive@acme.com')).toMatchObject({ roles: ['ADMIN'] });
  } finally {
    await client.end();
    await database.stop();
  }
});
