import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { applyMigrations, MigrationError, pendingMigrations } from './migrate.ts';

const { Client } = createRequire(import.meta.url)('pg') as typeof pg;

let database: TestDatabase;
let url: string;
let folder: string;
let client: pg.Client;
let made = 0;

beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

/** Each test has its own database and migrations folder. */
beforeEach(async () => {
  const admin = new Client({ connectionString: database.databaseUrl });
  await admin.connect();
  made += 1;
  await admin.query(`CREATE DATABASE migrate_${made}`);
  await admin.end();
  url = Object.assign(new URL(database.databaseUrl), { pathname: `/migrate_${made}` }).href;
  folder = mkdtempSync(join(tmpdir(), 'portage-migrations-'));
  client = new Client({ connectionString: url });
  await client.connect();
  return async () => {
    await client.end();
    rmSync(folder, { recursive: true });
  };
});

function write(migrations: Record<string, string>): void {
  mkdirSync(join(folder, 'meta'), { recursive: true });
  const entries = Object.keys(migrations).map((tag, idx) => ({ idx, version: '7', when: 1_000 + idx, tag, breakpoints: true }));
  writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify({ version: '7', dialect: 'postgresql', entries }));
  for (const [tag, sql] of Object.entries(migrations)) writeFileSync(join(folder, `${tag}.sql`), sql);
}

const TABLE = { '0000_start': 'CREATE TABLE t (id int PRIMARY KEY);--> statement-breakpoint\nINSERT INTO t VALUES (1);' };
const listColumns = async (table: string) => {
  const { rows } = await client.query('SELECT column_name FROM information_schema.columns WHERE table_name = $1 ORDER BY 1', [table]);
  return rows.map(({ column_name }) => column_name);
};

test('applies pending migrations in order, once', async () => {
  write({ ...TABLE, '0001_more': 'ALTER TABLE t ADD COLUMN a text;' });
  expect(await pendingMigrations(url, folder)).toEqual(['0000_start', '0001_more']);
  expect(await applyMigrations(url, { folder })).toEqual(['0000_start', '0001_more']);
  expect(await pendingMigrations(url, folder)).toEqual([]);
  expect(await applyMigrations(url, { folder })).toEqual([]);
  expect(await listColumns('t')).toEqual(['a', 'id']);
});

test('a failing migration leaves nothing behind, and the earlier ones stay', async () => {
  write({ ...TABLE, '0001_bad': 'ALTER TABLE t ADD COLUMN a text;--> statement-breakpoint\nALTER TABLE nowhere ADD COLUMN b text;' });
  await expect(applyMigrations(url, { folder })).rejects.toThrow(new MigrationError('0001_bad: relation "nowhere" does not exist'));
  expect(await listColumns('t')).toEqual(['id']);
  expect(await pendingMigrations(url, folder)).toEqual(['0001_bad']);
  write({ ...TABLE, '0001_bad': 'ALTER TABLE t ADD COLUMN a text;' });
  expect(await applyMigrations(url, { folder })).toEqual(['0001_bad']);
});

test('ten migrators that start at once apply each migration once', async () => {
  write({ ...TABLE, '0001_more': 'SELECT pg_sleep(0.2);--> statement-breakpoint\nALTER TABLE t ADD COLUMN a text;' });
  const applied = await Promise.all(Array.from({ length: 10 }, () => applyMigrations(url, { folder })));
  expect(applied.flat().sort()).toEqual(['0000_start', '0001_more']);
  expect((await client.query('SELECT count(*)::int AS n FROM drizzle.__drizzle_migrations')).rows[0].n).toBe(2);
});

test('a migration doesn’t block readers behind a busy table, and is applied once the table is free', async () => {
  write(TABLE);
  await applyMigrations(url, { folder });
  write({ ...TABLE, '0001_more': 'ALTER TABLE t ADD COLUMN a text;' });
  await client.query('BEGIN');
  await client.query('SELECT * FROM t');
  const told: string[] = [];
  const migrating = applyMigrations(url, { folder, lockTimeoutMs: 100, tell: (line) => told.push(line) });
  const reader = new Client({ connectionString: url });
  await reader.connect();
  while (told.length < 2) {
    // If the migration waited without a limit, this would not return before the COMMIT below.
    await reader.query('SELECT * FROM t');
  }
  await reader.end();
  await client.query('COMMIT');
  expect(await migrating).toEqual(['0001_more']);
  expect(told.join('\n')).toContain('0001_more waits for a busy table');
  expect(await listColumns('t')).toEqual(['a', 'id']);
});

test('a table that stays busy ends the migration with a message', async () => {
  write(TABLE);
  await applyMigrations(url, { folder });
  write({ ...TABLE, '0001_more': 'ALTER TABLE t ADD COLUMN a text;' });
  await client.query('BEGIN');
  await client.query('SELECT * FROM t');
  await expect(applyMigrations(url, { folder, lockTimeoutMs: 50, maxAttempts: 2 })).rejects.toThrow(/0001_more: .*lock timeout/);
  await client.query('ROLLBACK');
});

test('an index is built while rows are written, and rebuilt if its build was interrupted', async () => {
  write(TABLE);
  await applyMigrations(url, { folder });
  await client.query('INSERT INTO t SELECT n FROM generate_series(2, 1000) n; ALTER TABLE t ADD COLUMN a int DEFAULT 1');
  const index = 'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "t_a" ON t (a);';
  write({ ...TABLE, '0001_index': index });
  // The values aren't unique, so PostgreSQL leaves an unused index behind.
  await expect(applyMigrations(url, { folder })).rejects.toThrow(MigrationError);
  const isValid = async () =>
    (await client.query(`SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('t_a')`)).rows[0]?.indisvalid;
  expect(await isValid()).toBe(false);
  await client.query('UPDATE t SET a = id');
  expect(await applyMigrations(url, { folder })).toEqual(['0001_index']);
  expect(await isValid()).toBe(true);
});

test('the migrations of Portage set up an empty database, recorded as drizzle’s own migrator does', async () => {
  const applied = await applyMigrations(url);
  expect(applied.length).toBeGreaterThan(6);
  const { rows } = await client.query('SELECT hash, created_at FROM drizzle.__drizzle_migrations ORDER BY id');
  expect(rows).toHaveLength(applied.length);
  for (const { hash } of rows) expect(hash).toMatch(/^[0-9a-f]{64}$/);
});
