import type { SqlValue } from './syntax.ts';

/** A SuiteQL table over an account's records. */
export interface SqlTable {
  name: string;
  columns: readonly string[];
  hasColumn(name: string): boolean;
  reader(column: string): (record: object) => SqlValue;
  /** The text that people see instead of an id (`BUILTIN.DF`). */
  displayReader(column: string): (record: object) => SqlValue;
  /** In id order. */
  all(): readonly object[];
  /** Rows that may have this value; null: scan all rows. */
  withValue(column: string, value: SqlValue): readonly object[] | null;
  /** Rows that may have this date or a later one; null: scan all rows. */
  since(column: string, value: SqlValue): readonly object[] | null;
}

export interface SqlTables {
  /** By the account's clock. */
  nowMs(): number;
  /** Grows with each change of the account. */
  version(): number;
  /** Null: the account has no table of this name. */
  table(name: string): SqlTable | null;
}
