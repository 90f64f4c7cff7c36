import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS_FOLDER } from '@portage/local/postgres';
import { expect, test } from 'vitest';
import { migrationProblems } from './check-migration.ts';
import { databaseUrlProblem } from './database-url.ts';
import { splitStatements } from './sql-statements.ts';

/** Made before the first release: no older code ran with them. */
const LAST_BEFORE_FIRST_RELEASE = '0006_impersonation_and_audit';

const files = readdirSync(MIGRATIONS_FOLDER)
  .filter((name) => name.endsWith('.sql'))
  .sort();

test('every migration since the first release is safe while the previous release’s code still runs', () => {
  expect(files.length).toBeGreaterThan(6);
  const problems = files
    .filter((name) => name > `${LAST_BEFORE_FIRST_RELEASE}.sql`)
    .flatMap((name) => migrationProblems(readFileSync(join(MIGRATIONS_FOLDER, name), 'utf8')).map((problem) => `${name}: ${problem}`));
  expect(problems).toEqual([]);
});

test('every migration is in the journal, in order', () => {
  const journal = JSON.parse(readFileSync(join(MIGRATIONS_FOLDER, 'meta', '_journal.json'), 'utf8'));
  const entries: { tag: string; when: number }[] = journal.entries;
  expect(entries.map(({ tag }) => `${tag}.sql`)).toEqual(files);
  expect(entries.map(({ when }) => when)).toEqual([...new Set(entries.map(({ when }) => when))].sort((a, b) => a - b));
});

test.for([
  ['DROP TABLE "users";', /old code may still use what is dropped/],
  ['ALTER TABLE "users" DROP COLUMN "job_title";', /old code may still use what is dropped/],
  ['alter table users drop column if exists job_title', /dropped/],
  ['ALTER TABLE "users" RENAME COLUMN "job_title" TO "title";', /knows the old name/],
  ['ALTER TABLE "users" RENAME TO "people";', /knows the old name/],
  ['ALTER TABLE "users" ALTER COLUMN "job_title" SET NOT NULL;', /still write nothing there/],
  ['ALTER TABLE "users" ALTER COLUMN "first_name" DROP DEFAULT;', /leave the column out/],
  ['ALTER TABLE "users" ALTER COLUMN "roles" SET DATA TYPE jsonb;', /old type/],
  ['ALTER TABLE "users" ALTER COLUMN "roles" TYPE jsonb USING to_jsonb(roles);', /old type/],
  ['ALTER TABLE "users" ADD COLUMN "colour" text NOT NULL;', /needs a DEFAULT/],
  ['ALTER TABLE "users" ADD COLUMN "a" text DEFAULT \'\', ADD COLUMN "b" text NOT NULL;', /needs a DEFAULT/],
  ['ALTER TABLE "users" ADD COLUMN "key" uuid DEFAULT gen_random_uuid() NOT NULL;', /rewritten/],
  ['ALTER TABLE "users" ADD CONSTRAINT "c" CHECK (email <> \'\');', /constraint forbids/],
  ['ALTER TABLE "users" ADD CONSTRAINT "c" CHECK (email <> \'\');', /NOT VALID/],
  ['CREATE UNIQUE INDEX "u" ON "users" ("ref_code");', /the same twice/],
  ['CREATE INDEX "i" ON "workflow_instances" USING btree ("name");', /CONCURRENTLY/],
  ['DROP INDEX "i";', /CONCURRENTLY/],
  ['CREATE INDEX CONCURRENTLY "i" ON "users" ("ref_code");', /IF \(NOT\) EXISTS/],
  [
    'CREATE INDEX CONCURRENTLY IF NOT EXISTS "i" ON "users" ("ref_code");--> statement-breakpoint\nALTER TABLE "users" ADD COLUMN "a" text;',
    /has only indexes/,
  ],
  ['UPDATE "users" SET "first_name" = \'x\';', /in batches/],
  ['TRUNCATE "users";', /emptied/],
  ['CREATE TRIGGER t AFTER INSERT ON "users" EXECUTE FUNCTION f();', /not marked as safe/],
  ['-- since yesterday: nobody needs it\nDROP TABLE "users";', /dropped/],
  ['/* since 1.4.0: nobody reads it any more */ SELECT 1; DROP TABLE "users";', /dropped/],
  ['SELECT \'-- since 1.4.0: a text is no marker\' ; DROP TABLE "users";', /dropped/],
] as const)('%s is refused', ([sql, message]) => {
  const problems = migrationProblems(sql);
  expect(
    problems.some((problem) => message.test(problem)),
    problems.join('\n'),
  ).toBe(true);
});

test.for([
  'CREATE TABLE "pets" ("id" uuid PRIMARY KEY NOT NULL);--> statement-breakpoint\nCREATE UNIQUE INDEX "i" ON "pets" ("id");--> statement-breakpoint\nALTER TABLE "pets" ADD CONSTRAINT "f" FOREIGN KEY ("id") REFERENCES "public"."users"("id") ON DELETE cascade;',
  'ALTER TABLE "users" ADD COLUMN "colour" text;',
  'ALTER TABLE "users" ADD COLUMN "type" text DEFAULT \'drop\' NOT NULL;',
  'ALTER TABLE "users" ALTER COLUMN "password_hash" DROP NOT NULL;',
  'ALTER TABLE "users" VALIDATE CONSTRAINT "c";',
  'CREATE INDEX CONCURRENTLY IF NOT EXISTS "i" ON "workflow_instances" USING btree ("name");',
  '-- since 1.4.0: edge-api reads company_name instead\nALTER TABLE "users" DROP COLUMN "job_title";',
  '-- small table: one row a connector type, some hundreds\nCREATE INDEX "i" ON "connector_types" ("name");',
  '-- since contract 3: rows without one are not written any more\n-- small table: one row a connector type\nALTER TABLE "connector_types" ADD CONSTRAINT "c" CHECK (name <> \'\');',
  'INSERT INTO "metrics" ("name") SELECT 1 ON CONFLICT DO NOTHING;',
])('%s is safe', (sql) => {
  expect(migrationProblems(sql)).toEqual([]);
});

test('a migration is split at its semicolons, but not inside texts, names and functions', () => {
  const sql = `INSERT INTO "a;b" VALUES ('x;''y'); CREATE FUNCTION f() AS $body$ a; b; $body$; -- c;\nSELECT 1 - 2 / 3`;
  expect(splitStatements(sql).map(({ text }) => text)).toEqual([
    `INSERT INTO "a;b" VALUES ('x;''y')`,
    'CREATE FUNCTION f() AS $body$ a; b; $body$',
    'SELECT 1 - 2 / 3',
  ]);
});

test.for([
  ['', /Say which database/],
  ['mysql://h/d', /must look like/],
  ['not an address', /must look like/],
  ['postgres://u:secret@ep-cool-1-pooler.eu-central-1.aws.neon.tech/d', /pooler/],
] as const)('npm run migrate refuses the address %j with a sentence that doesn’t repeat it', ([url, message]) => {
  expect(databaseUrlProblem(url)).toMatch(message);
  expect(databaseUrlProblem(url)).not.toContain('secret');
});

test('accepts Neon’s direct address', () => {
  expect(databaseUrlProblem('postgresql://u:p@ep-cool-1.eu-central-1.aws.neon.tech/d?sslmode=require')).toBeNull();
});
