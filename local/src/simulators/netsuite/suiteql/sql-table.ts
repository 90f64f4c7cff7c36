import type { SqlValue } from './syntax.ts';

/** A table of SuiteQL over the records of an account. */
export interface SqlTable {
  name: string;
  columns: readonly string[];
  hasColumn(name: string): boolean;
  reader(column: string): (record: object) => SqlValue;
  /** The text that people see instead of an id (`BUILTIN.DF`). */
  displayReader(column: string): (record: object) => SqlValue;
  /** In the order of their ids. */
  all(): readonly object[];
  /** Rows that may have a value there; null: go through all. */
  withValue(column: string, value: SqlValue): readonly object[] | null;
  /** Rows that may have a date from there on; null: go through all. */
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
