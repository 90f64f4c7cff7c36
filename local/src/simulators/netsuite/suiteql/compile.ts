import { isLike } from '../../query/conditions.ts';
import { functions } from './functions.ts';
import type { SqlTable, SqlTables } from './sql-table.ts';
import { type Expression, InvalidQuery, type SqlQuery, type SqlValue } from './syntax.ts';
import { calculate, compareValues, textOf } from './values.ts';

/** One row of each table in a query; null if a left join found none. */
export type Row = readonly (object | null)[];
export type Compiled = (row: Row) => SqlValue;

export interface Scope {
  tables: readonly { alias: string; table: SqlTable }[];
  /** All tables, for subqueries. */
  all: SqlTables;
  run(query: SqlQuery): SqlValue[][];
}

const NO_ROW: Row = [];

/** Compiles an expression to a function of a row. True is 1; anything else is not true. @throws InvalidQuery */
export function compile(expression: Expression, scope: Scope): Compiled {
  const of = (inner: Expression) => compile(inner, scope);
  switch (expression.kind) {
    case 'literal':
      return () => expression.value;
    case 'column':
      return columnOf(expression, scope);
    case 'query': {
      const [first] = scope.run(expression.query);
      const value = first?.[0] ?? null;
      return () => value;
    }
    case 'not': {
      const inner = of(expression.of);
      return (row) => Number(inner(row) !== 1);
    }
    case 'is-null': {
      const inner = of(expression.of);
      return (row) => Number(inner(row) === null);
    }
    case 'in': {
      const inner = of(expression.of);
      const values = expression.list.flatMap((item) => {
        if (item.kind === 'query')
          return scope.run(item.query).map(
            ([value = null]): Compiled =>
              () =>
                value,
          );
        return [of(item)];
      });
      return (row) => {
        const value = inner(row);
        return Number(values.some((one) => compareValues(value, one(row)) === 0));
      };
    }
    case 'case': {
      const branches = expression.branches.map(({ when, result }) => ({ when: of(when), result: of(result) }));
      const otherwise = expression.otherwise ? of(expression.otherwise) : () => null;
      return (row) => (branches.find(({ when }) => when(row) === 1)?.result ?? otherwise)(row);
    }
    case 'call':
      return compiledCall(expression, scope);
    default:
      return compiledBinary(expression.operator, expression.left, expression.right, scope);
  }
}

/** Whether the value is the same for every row. */
export function isConstant(expression: Expression): boolean {
  switch (expression.kind) {
    case 'literal':
    case 'query':
      return true;
    case 'call':
      return !expression.isOfAll && expression.parameters.every(isConstant);
    case 'binary':
      return isConstant(expression.left) && isConstant(expression.right);
    default:
      return false;
  }
}

export function constantOf(expression: Expression, scope: Scope): SqlValue {
  return compile(expression, scope)(NO_ROW);
}

/** Which table a column belongs to. @throws InvalidQuery */
export function placeOf({ table, name }: { table: string | null; name: string }, { tables }: Scope): { index: number; table: SqlTable } {
  const index = tables.findIndex((one) => (table === null ? one.table.hasColumn(name) : one.alias === table));
  const found = tables[index]?.table;
  if (!found) throw new InvalidQuery(`Field '${name}' for record '${table ?? tables[0]?.alias ?? ''}' was not found.`);
  if (!found.hasColumn(name)) throw new InvalidQuery(`Field '${name}' for record '${found.name}' was not found.`);
  return { index, table: found };
}

function columnOf(column: Extract<Expression, { kind: 'column' }>, scope: Scope): Compiled {
  const { index, table } = placeOf(column, scope);
  const read = table.reader(column.name);
  return (row) => {
    const record = row[index];
    return record ? read(record) : null;
  };
}

function compiledCall(expression: Extract<Expression, { kind: 'call' }>, scope: Scope): Compiled {
  const { name, parameters } = expression;
  if (name === 'BUILTIN.DF') {
    const [column] = parameters;
    if (column?.kind !== 'column') throw new InvalidQuery('BUILTIN.DF takes a field.');
    const { index, table } = placeOf(column, scope);
    const read = table.displayReader(column.name);
    return (row) => (row[index] ? read(row[index]) : null);
  }
  const run = functions[name];
  if (!run) throw new InvalidQuery(`Unknown identifier: the function ${name} is not known.`);
  const compiled = parameters.map((parameter) => compile(parameter, scope));
  if (expression.parameters.every(isConstant)) {
    const value = run(
      compiled.map((one) => one(NO_ROW)),
      scope.all,
    );
    return () => value;
  }
  return (row) =>
    run(
      compiled.map((one) => one(row)),
      scope.all,
    );
}

function compiledBinary(operator: string, leftSide: Expression, rightSide: Expression, scope: Scope): Compiled {
  const [left, right] = [folded(leftSide, scope), folded(rightSide, scope)];
  const comparing = (holds: (order: number) => boolean): Compiled => {
    return (row) => {
      const order = compareValues(left(row), right(row));
      return Number(order !== null && holds(order));
    };
  };
  switch (operator) {
    case 'AND':
      return (row) => Number(left(row) === 1 && right(row) === 1);
    case 'OR':
      return (row) => Number(left(row) === 1 || right(row) === 1);
    case 'LIKE':
      return (row) => {
        const value = left(row);
        // Case matters here, unlike in most query languages.
        return Number(value !== null && isLike(textOf(value), textOf(right(row)), true));
      };
    case '=':
      return comparing((order) => order === 0);
    case '!=':
      return comparing((order) => order !== 0);
    case '<':
      return comparing((order) => order < 0);
    case '<=':
      return comparing((order) => order <= 0);
    case '>':
      return comparing((order) => order > 0);
    case '>=':
      return comparing((order) => order >= 0);
    default:
      return (row) => calculate(operator, left(row), right(row));
  }
}

function folded(expression: Expression, scope: Scope): Compiled {
  const compiled = compile(expression, scope);
  if (!isConstant(expression)) return compiled;
  const value = compiled(NO_ROW);
  return () => value;
}
