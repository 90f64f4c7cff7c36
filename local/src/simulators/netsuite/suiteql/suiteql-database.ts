import { constants, DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { InvalidQuery } from '../../query/invalid-query.ts';
import type { Account, AccountTable, NetSuiteRecord } from '../account.ts';
import { formatValue } from './dates.ts';
import { defineFunctions } from './functions.ts';
import { lineTables, type Row, recordRow } from './rows.ts';
import { customColumnSql, sqlTables, tablesSql } from './tables.ts';
import { translateQuery } from './translate-query.ts';

export interface Page {
  items: Record<string, string>[];
  totalCount: number;
}

/** SQLite's own functions that SuiteQL has, too; `like` and `->>` are operators. */
const FUNCTIONS = `count sum avg min max trim ltrim rtrim length concat substr coalesce abs round replace instr nullif like ->>
  lower upper nvl trunc to_number to_date to_timestamp to_char sysdate display`.split(/\s+/);
const CUSTOM_FIELD = /^cust(?:entity|item|body)\w*$/;
const MOST_COUNTS = 100;

/** An account's records as SQLite tables, brought up to date before each query. */
export function openSuiteQl(account: Account) {
  const database = new DatabaseSync(':memory:');
  defineFunctions(database, account);
  database.exec(`PRAGMA case_sensitive_like = ON; ${tablesSql}`);
  const writers = new Map(sqlTables.map(({ name, columns }) => [name as string, tableWriter(database, name, columns)]));
  const customColumns = new Set<string>();
  /** How many rows a query has, for its next pages. */
  const counts = new Map<string, number>();
  const changed = [...account.tables.values()].map((table) => {
    const records = new Map<string, NetSuiteRecord | null>();
    table.records.feed({ put: (id, record) => records.set(id, record), remove: (id) => records.set(id, null) });
    return { table, records };
  });

  function writeChanges(): void {
    if (changed.every(({ records }) => records.size === 0)) return;
    counts.clear();
    database.exec('BEGIN');
    try {
      for (const { table, records } of changed) {
        for (const [id, record] of records) write(table, id, record);
        records.clear();
      }
    } finally {
      database.exec('COMMIT');
    }
  }

  function write(table: AccountTable, id: string, record: NetSuiteRecord | null): void {
    const rows = record ? [recordRow(table, record)] : [];
    for (const row of rows) addCustomColumns(Object.keys(row), row);
    writers.get(table.type.sql.table)?.replace(id, rows);
    for (const [name, rowsOfLines] of Object.entries(lineTables[table.type.sql.table] ?? {})) {
      writers.get(name)?.replace(id, record ? rowsOfLines(record) : []);
    }
  }

  /** The first value of a custom field decides its column's type. @param names of all kinds of fields */
  function addCustomColumns(names: readonly string[], values: Row = {}): void {
    for (const name of names) {
      if (!CUSTOM_FIELD.test(name) || customColumns.has(name) || values[name] === null) continue;
      customColumns.add(name);
      database.exec(customColumnSql(name, typeof values[name] === 'number'));
    }
  }

  /** Only reads the account's tables, with functions that SuiteQL has. @throws InvalidQuery */
  function prepare(sql: string): StatementSync {
    database.setAuthorizer((action, first, second) => {
      const isAllowed =
        action === constants.SQLITE_SELECT ||
        (action === constants.SQLITE_READ && !first?.startsWith('sqlite_')) ||
        (action === constants.SQLITE_FUNCTION && FUNCTIONS.includes(second ?? ''));
      return isAllowed ? constants.SQLITE_OK : constants.SQLITE_DENY;
    });
    try {
      return database.prepare(sql);
    } finally {
      database.setAuthorizer(null);
    }
  }

  return {
    /** One page of a query. A field without a value is omitted. @throws InvalidQuery */
    page(query: string, { limit, offset }: { limit: number; offset: number }): Page {
      const { sql, texts } = translateQuery(query);
      writeChanges();
      addCustomColumns(sql.toLowerCase().split(/\W+/));
      try {
        const names = prepare(sql)
          .columns()
          .map(({ name }, index) => resultName(name, index));
        const statement = prepare(`SELECT * FROM (${sql}) LIMIT ${limit} OFFSET ${offset}`);
        statement.setReturnArrays(true);
        const rows = statement.all(...texts) as unknown as SQLOutputValue[][];
        const items = rows.map((row) => {
          const members = row.map((value, index): [string, string] => [names[index] ?? '', formatValue(value)]);
          return Object.fromEntries(members.filter(([name], index) => row[index] !== null && !name.startsWith('_')));
        });
        const isAll = offset === 0 && items.length < limit;
        return { items, totalCount: isAll ? items.length : count(query, sql, texts) };
      } catch (error) {
        throw refusal(error, sql);
      }
    },

    /** Ids of the records of a type that meet a condition, in the order of creation. @throws InvalidQuery */
    idsWhere(table: AccountTable, condition: string, texts: readonly string[]): string[] {
      writeChanges();
      try {
        const statement = prepare(`SELECT id FROM "${table.type.sql.table}" WHERE _type = '${table.name}' AND (${condition}) ORDER BY id`);
        return statement.all(...texts).map(({ id }) => String(id));
      } catch (error) {
        throw refusal(error, condition);
      }
    },
  };

  function count(query: string, sql: string, texts: readonly string[]): number {
    const known = counts.get(query);
    if (known !== undefined) return known;
    const rows = Number(prepare(`SELECT COUNT(*) AS rows FROM (${sql})`).get(...texts)?.rows);
    // A query that uses the current time differs with each call.
    if (!sql.includes('sysdate()') && counts.size < MOST_COUNTS) counts.set(query, rows);
    return rows;
  }
}

function tableWriter(database: DatabaseSync, name: string, columns: readonly string[]) {
  const key = columns.includes('id') ? 'id' : columns[0];
  const remove = database.prepare(`DELETE FROM "${name}" WHERE "${key}" = ?`);
  const insert = database.prepare(`INSERT INTO "${name}" VALUES (${columns.map(() => '?').join(', ')})`);
  return {
    replace(id: string, rows: readonly Row[]): void {
      remove.run(id);
      for (const row of rows) insert.run(...columns.map((column) => row[column] ?? null));
    },
  };
}

/** The column's name as people wrote it; `expr2` for an expression without a name. */
function resultName(name: string, index: number): string {
  return /^[\w ]+$/.test(name) ? name.toLowerCase() : `expr${index + 1}`;
}

/** What NetSuite says about a query that SQLite refuses. */
function refusal(error: unknown, sql: string): unknown {
  if ((error as { code?: unknown }).code !== 'ERR_SQLITE_ERROR') return error;
  const { message } = error as Error;
  const [, kind, name = ''] =
    /^(no such column|no such table|no such function|not authorized to use function|access to):? "?([\w.]+)/.exec(message) ?? [];
  switch (kind) {
    case undefined:
      return new InvalidQuery(message);
    case 'no such column': {
      const [field, alias = ''] = name.split('.').reverse();
      const named = alias && `\\s+(?:as\\s+)?${alias}\\b`;
      const record = new RegExp(`\\b(?:from|join)\\s+"?(\\w+)"?${named}`, 'i').exec(sql)?.[1] ?? alias;
      return new InvalidQuery(`Field '${field}' for record '${record}' was not found.`);
    }
    case 'no such table':
    case 'access to':
      return new InvalidQuery(`Record '${name.split('.')[0]}' was not found.`);
    default:
      return new InvalidQuery(`Unknown identifier: the function ${name} is not known.`);
  }
}
