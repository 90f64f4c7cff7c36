import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';

const { Client } = createRequire(import.meta.url)('pg') as typeof pg;
const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../../packages/database/migrations', import.meta.url));
/** Any number of our own: two starters of one database migrate one after the other. */
const MIGRATION_LOCK = 7_274_843;

/** Brings the database up to the newest migration. */
export async function applyMigrations(databaseUrl: string): Promise<void> {
  if (!existsSync(`${MIGRATIONS_FOLDER}/meta/_journal.json`)) return;
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query('SET client_min_messages = warning');
    await migrate(drizzle(client), { migrationsFolder: MIGRATIONS_FOLDER });
  } finally {
    await client.end();
  }
}
