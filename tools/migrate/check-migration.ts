import { type SqlStatement, splitStatements } from './sql-statements.ts';

/**
 * Two markers, as comments above a statement: `-- since 1.4.0: why` names the release since which no running code needs
 * the removed part or breaks the new rule; `-- small table: why` explains why the lock hurts no one.
 */
const SINCE = /^since (\d+\.\d+\.\d+|contract \d+): .{8,}/;
const SMALL = /^small table: .{8,}/;

interface Rule {
  matches: RegExp;
  needs: 'since' | 'small';
  why: string;
}

/** Statements that break the previous release's code, or that make everyone wait. The first part of each text is the table. */
const RULES: Rule[] = [
  { matches: /^DROP (?!INDEX)/i, needs: 'since', why: 'old code may still use what is dropped' },
  { matches: /^TRUNCATE /i, needs: 'since', why: 'old code may still use what is emptied' },
  { matches: /^ALTER .*\bRENAME\b/i, needs: 'since', why: 'old code knows the old name: add the new one beside it' },
  {
    matches: /^ALTER TABLE .*\bDROP (?!NOT NULL|DEFAULT|EXPRESSION|IDENTITY)/i,
    needs: 'since',
    why: 'old code may still use what is dropped',
  },
  { matches: /^ALTER TABLE .*\bDROP DEFAULT\b/i, needs: 'since', why: 'old code may leave the column out' },
  { matches: /^ALTER TABLE .*\bSET NOT NULL\b/i, needs: 'since', why: 'old code may still write nothing there' },
  { matches: /^ALTER TABLE .*\b(SET DATA )?TYPE\b/i, needs: 'since', why: 'old code reads and writes the old type' },
  { matches: /^ALTER TABLE .*\bADD CONSTRAINT\b/i, needs: 'since', why: 'old code may write what the constraint forbids' },
  {
    matches: /^ALTER TABLE .*\bADD CONSTRAINT\b(?!.*\bNOT VALID\b)/i,
    needs: 'small',
    why: 'the whole table is read under a lock: NOT VALID, then VALIDATE CONSTRAINT in a later migration',
  },
  { matches: /^CREATE UNIQUE INDEX/i, needs: 'since', why: 'old code may write the same twice' },
  {
    matches: /^(CREATE (UNIQUE )?INDEX|DROP INDEX) (?!CONCURRENTLY)/i,
    needs: 'small',
    why: 'writers wait until it is done: CONCURRENTLY, in a migration of its own',
  },
  {
    matches: /^ALTER TABLE .*\bADD COLUMN .*\b(gen_random_uuid|random|clock_timestamp|nextval)\s*\(/i,
    needs: 'small',
    why: 'the whole table is rewritten',
  },
  { matches: /^ALTER TABLE .*\bADD COLUMN .*\bGENERATED\b/i, needs: 'small', why: 'the whole table is rewritten' },
  { matches: /^(UPDATE|DELETE) /i, needs: 'small', why: 'rows stay locked until the migration ends: do it in batches from code' },
  { matches: /^(VACUUM FULL|CLUSTER|REINDEX (?!.*CONCURRENTLY)|LOCK) ?/i, needs: 'small', why: 'every statement waits meanwhile' },
];

/** Statements that are safe for old code. */
const KNOWN =
  /^(CREATE (UNLOGGED )?TABLE|CREATE (UNIQUE )?INDEX|CREATE EXTENSION|CREATE SCHEMA|CREATE SEQUENCE|CREATE TYPE|ALTER TABLE|ALTER TYPE .* ADD VALUE|INSERT|UPDATE|DELETE|DROP|TRUNCATE|COMMENT ON|ALTER|VACUUM|CLUSTER|REINDEX|LOCK)\b/i;
const ADDED_NOT_NULL = /\bADD COLUMN (?:IF NOT EXISTS )?"?\w+"?[^,]*\bNOT NULL\b/i;

/**
 * The unsafe statements of a migration while the previous release's code still runs (docs/architecture.md: a deploy):
 * expand first, contract in a later release. Tables that the migration itself makes aren't in use yet.
 *
 * @returns one sentence per problem, empty if there is none
 */
export function migrationProblems(sql: string): string[] {
  const statements = splitStatements(sql);
  const fresh = new Set(statements.flatMap(({ text }) => nameAfter(text, /^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?/i)));
  return [
    ...statements.flatMap((statement) => statementProblems(statement, fresh)),
    ...concurrencyProblems(statements.map(({ text }) => text)),
  ];
}

function statementProblems({ text, comments }: SqlStatement, fresh: ReadonlySet<string>): string[] {
  if (findTables(text).some((table) => fresh.has(table))) return [];
  const marked = { since: comments.some((line) => SINCE.test(line)), small: comments.some((line) => SMALL.test(line)) };
  const words = { since: '`-- since <release>: why`', small: '`-- small table: why`' };
  const plain = withoutTexts(text);
  const broken = RULES.filter(({ matches, needs }) => matches.test(plain) && !marked[needs]);
  const problems = broken.map(({ why, needs }) => `${shortened(text)}: ${why} (or say ${words[needs]} above it)`);
  const clauses = plain.split(/,(?![^(]*\))/);
  if (clauses.some((one) => ADDED_NOT_NULL.test(one) && !/\bDEFAULT\b|\bGENERATED\b/i.test(one)) && !marked.since) {
    problems.push(`${shortened(text)}: old code leaves the new column out, so it needs a DEFAULT (or say ${words.since} above it)`);
  }
  if (!KNOWN.test(plain) && !marked.since) problems.push(`${shortened(text)}: not marked as safe (say ${words.since} above it)`);
  return problems;
}

/** Such a migration isn't a transaction, so each of its statements must be repeatable. */
function concurrencyProblems(statements: string[]): string[] {
  const isConcurrent = (text: string) => /^(CREATE (UNIQUE )?INDEX|DROP INDEX) CONCURRENTLY\b/i.test(text);
  if (!statements.some(isConcurrent)) return [];
  return statements
    .filter((text) => !/^(CREATE (UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS|DROP INDEX CONCURRENTLY IF EXISTS)\b/i.test(text))
    .map(
      (text) => `${shortened(text)}: a migration with CONCURRENTLY has only indexes, all IF (NOT) EXISTS, for it may be repeated half-way`,
    );
}

function findTables(text: string): string[] {
  const places = [/^ALTER TABLE (?:ONLY )?(?:IF EXISTS )?/i, /^(?:INSERT INTO|DELETE FROM|UPDATE) (?:ONLY )?/i, /\bON (?:ONLY )?/i];
  return places.flatMap((place) => nameAfter(text, place)).slice(0, 1);
}

function nameAfter(text: string, place: RegExp): string[] {
  const at = place.exec(text);
  const name = at && /^(?:"?public"?\.)?"?([\w$]+)"?/.exec(text.slice(at.index + at[0].length));
  return name?.[1] ? [name[1]] : [];
}

/** Removes texts and column names: they contain no keywords. */
function withoutTexts(text: string): string {
  return text.replace(/'(?:[^']|'')*'/g, "''").replace(/"(?:[^"]|"")*"/g, '"x"');
}

function shortened(text: string): string {
  return text.length > 90 ? `${text.slice(0, 87)}…` : text;
}
