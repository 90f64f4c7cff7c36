interface SnapshotColumn {
  name: string;
  type: string;
  notNull: boolean;
  identity?: { type: string };
}

interface SnapshotTable {
  name: string;
  columns: Record<string, SnapshotColumn>;
  indexes: Record<string, { name: string; isUnique: boolean; where?: string; columns: { expression: string; isExpression: boolean }[] }>;
  compositePrimaryKeys: Record<string, { columns: string[] }>;
}

/** drizzle-kit's description of the tables at a migration. */
export interface Snapshot {
  tables: Record<string, SnapshotTable>;
}

/** Runs one statement; rejects with PostgreSQL's words. */
export type Run = (sql: string) => Promise<Record<string, unknown>[]>;

/** A value for each column type of the tables; Portage's constraints accept it. */
function getSampleValue(type: string): string {
  if (type.endsWith('[]')) return `'{}'::${type}`;
  if (type.startsWith('timestamp')) return 'now()';
  if (type.startsWith('json')) return `'{}'::${type}`;
  if (type === 'uuid') return 'gen_random_uuid()';
  if (type === 'boolean') return 'false';
  return type === 'text' || type === 'tsvector' ? `'x'` : '1';
}

const quoted = (names: string[]) => names.map((name) => `"${name}"`).join(', ');

/**
 * Errors that code of a release would meet in today's database: it writes rows with the columns it knows, reads and changes them, and
 * relies on the keys that it names when two write the same row. Run it in a transaction that is rolled back, with foreign keys off.
 *
 * @returns PostgreSQL's complaints, by table
 */
export async function releasedSchemaProblems(run: Run, { tables }: Snapshot): Promise<string[]> {
  const problems: string[] = [];
  for (const table of Object.values(tables)) {
    for (const [what, sql] of buildStatements(table)) {
      await run('SAVEPOINT attempt');
      try {
        await run(sql);
      } catch (error) {
        problems.push(`${table.name}, ${what}: ${(error as Error).message}`);
        await run('ROLLBACK TO SAVEPOINT attempt');
      }
    }
    problems.push(...(await changedTypes(run, table)));
  }
  return problems;
}

function buildStatements(table: SnapshotTable): [string, string][] {
  const columns = Object.values(table.columns);
  const written = columns.filter(({ identity }) => identity?.type !== 'always');
  const insert = (chosen: SnapshotColumn[], rest = '') =>
    `INSERT INTO "${table.name}" (${quoted(chosen.map(({ name }) => name))}) VALUES (${chosen.map(({ type }) => getSampleValue(type)).join(', ')})${rest}`;
  const keys = [
    ...Object.values(table.compositePrimaryKeys).map(({ columns: names }) => ({ names, where: '' })),
    ...Object.values(table.indexes)
      .filter(({ isUnique, columns: parts }) => isUnique && parts.every(({ isExpression }) => !isExpression))
      .map(({ columns: parts, where }) => ({
        names: parts.map(({ expression }) => expression),
        where: where ? ` WHERE ${where.replaceAll(`"${table.name}".`, '')}` : '',
      })),
  ];
  return [
    ['a row with every column', insert(written)],
    ['every column is read', `SELECT ${quoted(columns.map(({ name }) => name))} FROM "${table.name}"`],
    ['every column is changed', `UPDATE "${table.name}" SET ${written.map(({ name }) => `"${name}" = "${name}"`).join(', ')}`],
    ...keys.map(({ names, where }): [string, string] => [
      `the key (${names.join(', ')})`,
      insert(written, ` ON CONFLICT (${quoted(names)})${where} DO NOTHING`),
    ]),
    ['rows are deleted', `DELETE FROM "${table.name}"`],
  ];
}

async function changedTypes(run: Run, { name, columns }: SnapshotTable): Promise<string[]> {
  const rows = await run(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute WHERE attrelid = to_regclass('"${name}"') AND attnum > 0`,
  );
  const now = new Map(rows.map((row) => [String(row.name), plain(String(row.type))]));
  return Object.values(columns).flatMap((column) => {
    const type = now.get(column.name);
    return type === undefined || type === plain(column.type) ? [] : [`${name}.${column.name} was ${column.type} and is ${type}`];
  });
}

function plain(type: string): string {
  return type.replaceAll(' ', '');
}
