import { createRequire } from 'node:module';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { startTestDatabase } from '../testing/test-database.ts';
import { makeAdmin } from './make-admin.ts';

const { Client } = createRequire(import.meta.url)('pg') as typeof pg;

test('makes an existing account an admin, and no other', async () => {
  const database = await startTestDatabase();
  const client = new Client({ connectionString: database.databaseUrl });
  await client.connect();
  try {
    expect(await makeAdmin(database.databaseUrl, 'ada@acme.com')).toBeNull();
    const id = '00000000-0000-4000-8000-000000000001';
    await client.query(`INSERT INTO users (id, email, password_hash, created_at) VALUES ($1, 'Ada@acme.com', '-', now())`, [id]);
    expect(await makeAdmin(database.databaseUrl, 'ada@acme.com')).toBe('ada@acme.com is an admin now, from the next sign-in on.');
    expect(await makeAdmin(database.databaseUrl, 'ada@acme.com')).toBe('ada@acme.com is an admin already.');
    expect((await client.query('SELECT roles FROM users')).rows).toEqual([{ roles: ['ADMIN'] }]);
    expect((await client.query('SELECT action, subject_user_id FROM audit_log')).rows).toEqual([
      { action: 'user.saved', subject_user_id: id },
    ]);
  } finally {
    await client.end();
    await database.stop();
  }
});
