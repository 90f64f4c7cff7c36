import { neon, neonConfig, Pool } from '@neondatabase/serverless';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabaseAddress, startTestDatabase, type TestDatabase } from './index.ts';

let database: TestDatabase;
let copy: DatabaseAddress;

beforeAll(async () => {
  database = await startTestDatabase();
  copy = await database.copy();
  neonConfig.fetchEndpoint = `${database.neonProxyUrl}/sql`;
  neonConfig.wsProxy = () => `${new URL(database.neonProxyUrl).host}/v2`;
  neonConfig.useSecureWebSocket = false;
  neonConfig.pipelineTLS = false;
});
afterAll(() => database.stop());

test('a statement over HTTP returns values parsed by the driver', async () => {
  const sql = neon(database.databaseUrl);
  const rows =
    await sql`SELECT ${41}::int + 1 AS answer, now() AS at, ${'{"a":[1]}'}::jsonb AS doc, NULL AS nothing, ARRAY['x','y'] AS list`;
  expect(rows[0]).toMatchObject({ answer: 42, doc: { a: [1] }, nothing: null, list: ['x', 'y'] });
  expect(rows[0]?.at).toBeInstanceOf(Date);
});

test('a batch over HTTP is one transaction: all of it or nothing', async () => {
  const sql = neon(database.databaseUrl);
  await sql`CREATE TABLE pair (id int PRIMARY KEY)`;
  await sql.transaction([sql`INSERT INTO pair VALUES (1)`, sql`INSERT INTO pair VALUES (2)`], { isolationLevel: 'Serializable' });
  await expect(sql.transaction([sql`INSERT INTO pair VALUES (3)`, sql`INSERT INTO pair VALUES (1)`])).rejects.toMatchObject({
    code: '23505',
  });
  expect(await sql`SELECT count(*)::int AS n FROM pair`).toEqual([{ n: 2 }]);
  await expect(sql.transaction([sql`INSERT INTO pair VALUES (9)`], { readOnly: true })).rejects.toMatchObject({ code: '25006' });
});

test('a session over the WebSocket tunnel keeps a transaction open', async () => {
  const pool = new Pool({ connectionString: database.databaseUrl });
  // An ended session may still see its socket break when the database stops.
  pool.on('error', () => undefined);
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query('CREATE TABLE held (id int)');
  const other = await pool.query("SELECT to_regclass('held') AS seen");
  expect(other.rows[0].seen).toBeNull();
  await client.query('COMMIT');
  client.release();
  expect((await pool.query("SELECT to_regclass('held')::text AS seen")).rows[0].seen).toBe('held');
  await pool.end();
});

test('an SQL error keeps its SQLSTATE and position', async () => {
  const sql = neon(database.databaseUrl);
  await expect(sql`SELECT nothing FROM nowhere`).rejects.toMatchObject({ code: '42P01', position: '21' });
});

test('the endpoint refuses a connection string it does not serve', async () => {
  const sql = neon(database.databaseUrl.replace(':test@', ':guess@'));
  await expect(sql`SELECT 1`).rejects.toThrow('another database');
});

test('a copy is migrated and contains nothing from the first database', async () => {
  const [client, original] = [await connect(copy.databaseUrl), await connect(database.databaseUrl)];
  await original.query('CREATE TABLE only_there (id int)');
  const { rows } = await client.query("SELECT to_regclass('only_there') AS other, to_regclass('users')::text AS migrated");
  expect(rows[0]).toEqual({ other: null, migrated: 'users' });
  await Promise.all([client.end(), original.end()]);
});

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}
