/** A SuiteQL value; a date is in the account's own clock. */
export type SqlValue = string | number | SqlDate | null;

export class SqlDate {
  /** Since 1970 in the account's clock. */
  readonly ms: number;

  constructor(ms: number) {
    this.ms = ms;
  }
}

export type Expression =
  | { kind: 'literal'; value: SqlValue }
  | { kind: 'column'; table: string | null; name: string }
  | { kind: 'call'; name: string; parameters: Expression[]; isOfAll: boolean }
  | { kind: 'binary'; operator: string; left: Expression; right: Expression }
  | { kind: 'not'; of: Expression }
  | { kind: 'is-null'; of: Expression }
  | { kind: 'in'; of: Expression; list: Expression[] }
  | { kind: 'case'; branches: { when: Expression; result: Expression }[]; otherwise: Expression | null }
  | { kind: 'query'; query: SqlQuery };

interface TableName {
  name: string;
  alias: string;
}

export interface SqlQuery {
  isDistinct: boolean;
  /** Null: every column of the first table. */
  columns: { expression: Expression; name: string }[] | null;
  from: TableName;
  joins: { table: TableName; isLeft: boolean; on: Expression }[];
  where: Expression | null;
  orderBy: { expression: Expression; isDescending: boolean }[];
  /** `FETCH FIRST n ROWS ONLY`. */
  most: number | null;
}

/** NetSuite's message for a query that it can't run. */
export class InvalidQuery extends Error {
  override readonly name = 'InvalidQuery';
}
