import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestDatabase, type TestDatabase } from '@portage/local/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Run, releasedSchemaProblems, type Snapshot } from '../test/released-schema.ts';
import { connectPool } from './connect.ts';

const MIGRATIONS = join(import.meta.dirname, '..', 'migrations');
const read = (file: string) => JSON.parse(readFileSync(join(MIGRATIONS, file), 'utf8'));
/** Written by `npm run contract:release`. */
const released: { tag: string } = read('released.json');
const snapshot: Snapshot = read(`meta/${released.tag.slice(0, 4)}_snapshot.json`);

/** A separate, empty database: the changes below lock whole tables, and existing rows would make some of them fail. */
let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

/** Runs on the newest tables, with a change made by the test; everything is rolled back. */
async function problemsAfter(change?: string): Promise<string[]> {
  await using pool = connectPool({ DATABASE_URL: database.databaseUrl, NEON_PROXY_URL: database.neonProxyUrl });
  let problems: string[] = [];
  const taken = new Error('taken back');
  await pool.db
    .transaction(async (transaction) => {
      const run: Run = async (text) => {
        const result = await transaction.execute(sql.raw(text)).catch((error) => {
          throw error.cause ?? error;
        });
        return result.rows;
      };
      await run('SET LOCAL session_replication_role = replica');
      if (change) await run(change);
      problems = await releasedSchemaProblems(run, snapshot);
      throw taken;
    })
    .catch((error) => {
      if (error !== taken) throw error;
    });
  return problems;
}

test('code of the last release can write, read and change every table after the migrations', async () => {
  expect(Object.keys(snapshot.tables).length).toBeGreaterThan(15);
  expect(await problemsAfter()).toEqual([]);
});

test.for([
  ['ALTER TABLE users DROP COLUMN job_title', /^users, /],
  ['ALTER TABLE users RENAME COLUMN job_title TO title', /^users, /],
  ['ALTER TABLE users ADD COLUMN colour text NOT NULL', /^users, a row with every column/],
  ["ALTER TABLE users ADD CONSTRAINT c CHECK (first_name <> 'x')", /^users, a row with every column/],
  ['DROP TABLE rate_limits', /^rate_limits, /],
  ['ALTER TABLE sessions ALTER COLUMN ip_address TYPE varchar(100)', /^sessions\.ip_address was text/],
  ['ALTER TABLE workflow_data DROP CONSTRAINT workflow_data_workflow_id_key_pk', /^workflow_data, the key/],
  ['DROP INDEX gift_cards_number_unique', /^gift_cards, the key/],
] as const)('after %s it could not, and the test reports where', async ([change, where]) => {
  expect(await problemsAfter(change)).toEqual(expect.arrayContaining([expect.stringMatching(where)]));
});

test.for([
  'ALTER TABLE users ADD COLUMN colour text',
  "ALTER TABLE users ADD COLUMN colour text DEFAULT '' NOT NULL",
  'CREATE TABLE pets (id int)',
])('after %s it can', async (change) => {
  expect(await problemsAfter(change)).toEqual([]);
});
