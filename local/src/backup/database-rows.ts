import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { type CopyStreamQuery, from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { z } from 'zod';
import { MIGRATIONS_FOLDER } from '../postgres/migrate.ts';

const { Client } = createRequire(import.meta.url)('pg') as typeof pg;
/** Rows are stored in pieces of about this size. */
const PIECE_BYTES = 4 * 1024 * 1024;

export const storedDatabase = z.object({
  /** The migrations it has, by their time in the journal. */
  migrations: z.array(z.number()),
  /** In an order in which each table comes after the ones it refers to. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string() })),
  bytes: z.number(),
});
export type StoredDatabase = z.infer<typeof storedDatabase>;

/** A view of the whole database at one instant. It blocks no writers, only changes of tables. */
export interface DatabaseInstant {
  /** Sets the instant; called again, a new one. */
  hold(): Promise<void>;
  describe(): Promise<StoredDatabase>;
  /** A table's rows in COPY's text format, in pieces of whole rows. */
  rows(table: StoredDatabase['tables'][number]): AsyncGenerator<Buffer>;
  close(): Promise<void>;
}

/** Opens a transaction that sees the database as of the later `hold`. @throws PostgreSQL's own errors */
export async function openInstant(databaseUrl: string): Promise<DatabaseInstant> {
  const client = await connect(databaseUrl);
  const locked = await listTables(client);
  const names = locked.map(({ name }) => identifier(name)).join(', ');
  let isHeld = false;
  await begin();

  async function begin(): Promise<void> {
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    // Doesn't set the instant yet; that is the first SELECT.
    if (locked.length > 0) await client.query(`LOCK TABLE ${names} IN ACCESS SHARE MODE`);
  }

  return {
    async hold() {
      if (isHeld) {
        await client.query('ROLLBACK');
        await begin();
      }
      isHeld = true;
      await client.query('SELECT 1');
    },
    async describe() {
      const migrations = await client.query<{ at: string }>('SELECT created_at AS at FROM drizzle.__drizzle_migrations');
      const sequences = await client.query<{ name: string; value: string }>(
        `SELECT sequencename AS name, last_value AS value FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL`,
      );
      const size = await client.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes');
      return {
        migrations: migrations.rows.map(({ at }) => Number(at)),
        // A migration since the beginning may have made some.
        tables: await listTables(client),
        sequences: sequences.rows.map(({ name, value }) => ({ name, lastValue: value })),
        bytes: Number(size.rows[0]?.bytes ?? 0),
      };
    },
    async *rows(table) {
      const stream = client.query(copyTo(`COPY ${tableColumns(table)} TO STDOUT`));
      let piece: Buffer[] = [];
      let bytes = 0;
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        // A line break inside a value is written as \n, so this byte only ends rows.
        const end = chunk.lastIndexOf(10) + 1;
        if (bytes + end < PIECE_BYTES || end === 0) {
          piece.push(chunk);
          bytes += chunk.length;
          continue;
        }
        yield Buffer.concat([...piece, chunk.subarray(0, end)]);
        piece = [chunk.subarray(end)];
        bytes = chunk.length - end;
      }
      if (bytes > 0) yield Buffer.concat(piece);
    },
    close: () => client.end(),
  };
}

/** Rows on their way into a database that has the backup's migrations. Nothing is visible before `commit`. */
export interface RowsLoading {
  /** Appends rows as `rows` wrote them; the pieces of a table come together. */
  load(table: StoredDatabase['tables'][number], piece: Readable): Promise<void>;
  commit(): Promise<void>;
  /** Without a `commit`, the database stays as it was. */
  close(): Promise<void>;
}

export async function startLoading(databaseUrl: string, { tables, sequences }: StoredDatabase): Promise<RowsLoading> {
  const client = await connect(databaseUrl);
  const names = tables.map(({ name }) => identifier(name));
  let open: { table: string; sink: CopyStreamQuery } | null = null;
  await client.query('BEGIN');
  // Migrations fill some tables.
  await client.query(`TRUNCATE ${names.join(', ')}`);
  // Triggers count rows in tables that are part of the backup.
  for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);

  async function endTable(): Promise<void> {
    if (!open) return;
    const { sink } = open;
    open = null;
    sink.end();
    await finished(sink);
  }

  return {
    async load(table, piece) {
      if (open?.table !== table.name) {
        await endTable();
        open = { table: table.name, sink: client.query(copyFrom(`COPY ${tableColumns(table)} FROM STDIN`)) };
      }
      const { sink } = open;
      for await (const chunk of piece) {
        if (sink.write(chunk)) continue;
        await new Promise<void>((resolve, reject) => {
          sink.once('error', reject);
          sink.once('drain', () => {
            sink.off('error', reject);
            resolve();
          });
        });
      }
    },
    async commit() {
      await endTable();
      for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
      for (const { name, lastValue } of sequences) await client.query('SELECT setval($1::regclass, $2)', [identifier(name), lastValue]);
      await client.query('COMMIT');
      await client.query('ANALYZE');
    },
    close: () => client.end(),
  };
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'portage-backup' });
  // A lost connection also fails the statement that is running.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** The tables that Portage's migrations made, as far as they exist: another program may have tables in the same database. */
async function listTables(client: pg.Client): Promise<StoredDatabase['tables']> {
  const texts = readdirSync(MIGRATIONS_FOLDER).flatMap((file) =>
    file.endsWith('.sql') ? [readFileSync(join(MIGRATIONS_FOLDER, file), 'utf8')] : [],
  );
  const made = texts.flatMap((text) => [...text.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?"?(\w+)"?/gi)].map(([, name = '']) => name));
  const columns = await client.query<{ name: string; columns: string[] }>(
    `SELECT relname AS name, array_agg(attname::text ORDER BY attnum) AS columns
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname = ANY ($1)
       AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
     GROUP BY relname ORDER BY relname`,
    [made],
  );
  const references = await client.query<{ name: string; target: string }>(
    `SELECT conrelid::regclass::text AS name, confrelid::regclass::text AS target
     FROM pg_constraint WHERE contype = 'f' AND conrelid <> confrelid`,
  );
  return inOrder(columns.rows, references.rows);
}

/** Puts each table after the ones it refers to. */
function inOrder(tables: StoredDatabase['tables'], references: { name: string; target: string }[]): StoredDatabase['tables'] {
  const ordered: StoredDatabase['tables'] = [];
  const visited = new Set<string>();
  const visit = (table: StoredDatabase['tables'][number]) => {
    if (visited.has(table.name)) return;
    visited.add(table.name);
    const targets = references.filter(({ name }) => name === table.name).map(({ target }) => target);
    for (const target of tables) if (targets.includes(target.name)) visit(target);
    ordered.push(table);
  };
  for (const table of tables) visit(table);
  return ordered;
}

function tableColumns({ name, columns }: StoredDatabase['tables'][number]): string {
  return `${identifier(name)} (${columns.map((column) => `"${column}"`).join(', ')})`;
}

function identifier(name: string): string {
  return `public."${name}"`;
}
