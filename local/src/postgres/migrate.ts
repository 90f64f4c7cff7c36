import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '@portage/build-output';
import type pg from 'pg';

const { Client } = createRequire(import.meta.url)('pg') as typeof pg;
export const MIGRATIONS_FOLDER = join(ROOT, 'packages', 'database', 'migrations');
/** An arbitrary lock id of our own: two migrators of one database take turns. */
const MIGRATION_LOCK = 7_274_843;
/** A migration that waits longer for a table also blocks every statement behind it. */
const LOCK_TIMEOUT_MS = 3_000;
const MAX_ATTEMPTS = 20;
/** `lock_not_available`, `deadlock_detected`: a retry may succeed. */
const TRY_AGAIN = ['55P03', '40P01'];

export interface MigrateOptions {
  /** Folder with `meta/_journal.json`, as drizzle-kit writes it. */
  folder?: string;
  lockTimeoutMs?: number;
  maxAttempts?: number;
  /** Only these, by their time in the journal. */
  only?: ReadonlySet<number>;
  /** Prints a line for the waiting person. */
  tell?(line: string): void;
}

interface JournalEntry {
  when: number;
  tag: string;
}

/** A migration that couldn't be applied; the earlier ones are. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/**
 * Applies all pending migrations while the database is in use. Each migration is its own transaction, which gives way
 * to a busy table and tries again. A migration that builds indexes concurrently can't be a transaction and may run
 * twice. Applied migrations are recorded as drizzle's own migrator does.
 *
 * @returns the applied migrations, empty if there was nothing to do
 * @throws MigrationError with PostgreSQL's own words
 */
export async function applyMigrations(databaseUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const folder = options.folder ?? MIGRATIONS_FOLDER;
  const client = new Client({ connectionString: databaseUrl, application_name: 'portage-migrate' });
  await client.connect();
  try {
    await takeTurn(client, options);
    const applied: string[] = [];
    for (const entry of await loadPending(client, folder)) {
      if (options.only?.has(entry.when) === false) continue;
      await apply(client, folder, entry, options);
      applied.push(entry.tag);
    }
    return applied;
  } finally {
    // Closing the connection releases the lock.
    await client.end();
  }
}

/** Lists the migrations that a database lacks, oldest first. Changes nothing. */
export async function pendingMigrations(databaseUrl: string, folder = MIGRATIONS_FOLDER): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'portage-migrate' });
  await client.connect();
  try {
    const { rows } = await client.query<{ known: string | null }>(`SELECT to_regclass('drizzle.__drizzle_migrations')::text AS known`);
    return (rows[0]?.known ? await listUnapplied(client, folder) : readJournal(folder)).map(({ tag }) => tag);
  } finally {
    await client.end();
  }
}

async function takeTurn(client: pg.Client, { tell }: MigrateOptions): Promise<void> {
  await client.query('SET client_min_messages = warning');
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [MIGRATION_LOCK]);
  if (rows[0]?.taken) return;
  tell?.('Another process is migrating this database; waiting for it …');
  await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
}

async function loadPending(client: pg.Client, folder: string): Promise<JournalEntry[]> {
  await client.query('CREATE SCHEMA IF NOT EXISTS drizzle');
  await client.query(
    'CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)',
  );
  return listUnapplied(client, folder);
}

async function listUnapplied(client: pg.Client, folder: string): Promise<JournalEntry[]> {
  const { rows } = await client.query<{ created_at: string }>('SELECT created_at FROM drizzle.__drizzle_migrations');
  const applied = new Set(rows.map(({ created_at }) => Number(created_at)));
  return readJournal(folder).filter(({ when }) => !applied.has(when));
}

/** All migrations, oldest first. */
export function readJournal(folder = MIGRATIONS_FOLDER): JournalEntry[] {
  const file = join(folder, 'meta', '_journal.json');
  if (!existsSync(file)) return [];
  return (JSON.parse(readFileSync(file, 'utf8')) as { entries: JournalEntry[] }).entries;
}

async function apply(client: pg.Client, folder: string, { tag, when }: JournalEntry, options: MigrateOptions): Promise<void> {
  const { lockTimeoutMs = LOCK_TIMEOUT_MS, maxAttempts = MAX_ATTEMPTS, tell } = options;
  const text = readFileSync(join(folder, `${tag}.sql`), 'utf8');
  const statements = text.split('--> statement-breakpoint').filter((statement) => statement.trim() !== '');
  const isConcurrent = statements.some((statement) => INDEX_NAME.test(statement));
  const note = () =>
    client.query('INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', [
      createHash('sha256').update(text).digest('hex'),
      when,
    ]);
  const startedMs = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (isConcurrent) await buildIndexes(client, statements, note);
      else await inOneTransaction(client, statements, lockTimeoutMs, note);
      tell?.(`Applied ${tag} (${((performance.now() - startedMs) / 1000).toFixed(1)} s)`);
      return;
    } catch (error) {
      const { code, message } = error as pg.DatabaseError;
      if (!TRY_AGAIN.includes(code ?? '') || attempt >= maxAttempts) throw new MigrationError(`${tag}: ${message}`, { cause: error });
      tell?.(`${tag} waits for a busy table (attempt ${attempt} of ${maxAttempts}) …`);
      await sleep(Math.min(200 * 2 ** attempt, 5_000) * (0.5 + Math.random() / 2));
    }
  }
}

async function inOneTransaction(client: pg.Client, statements: string[], lockTimeoutMs: number, note: () => Promise<unknown>) {
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL lock_timeout = ${Math.round(lockTimeoutMs)}`);
    for (const statement of statements) await client.query(statement);
    await note();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

const INDEX_NAME = /\bCREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+IF\s+NOT\s+EXISTS\s+"?(\w+)"?/i;

/** An interrupted attempt leaves an index that is maintained but never used, so it is dropped before the next attempt. */
async function buildIndexes(client: pg.Client, statements: string[], note: () => Promise<unknown>): Promise<void> {
  for (const statement of statements) {
    const name = INDEX_NAME.exec(statement)?.[1];
    if (name) {
      const { rows } = await client.query('SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid', [`"${name}"`]);
      if (rows.length > 0) await client.query(`DROP INDEX CONCURRENTLY "${name}"`);
    }
    await client.query(statement);
  }
  await note();
}
