import { type Compiled, compile, constantOf, isConstant, placeOf, type Row, type Scope } from './compile.ts';
import { parseSuiteQl } from './parse-query.ts';
import type { SqlTable, SqlTables } from './sql-table.ts';
import { type Expression, InvalidQuery, type SqlQuery, type SqlValue } from './syntax.ts';
import { compareValues, orderValues, textOf } from './values.ts';

interface Result {
  columns: string[];
  count: number;
  /** Rows from `from` up to, not including, `to`. */
  rows(from: number, to: number): SqlValue[][];
}

const MOST_KEPT = 8;

/** Runs queries. A repeated query, for its next page, is answered from memory while nothing has changed. */
export function suiteQlRunner(tables: SqlTables) {
  const kept = new Map<string, { version: number; result: Result }>();
  return {
    /** @throws InvalidQuery */
    run(text: string): Result {
      const known = kept.get(text);
      if (known?.version === tables.version()) return known.result;
      const result = resultOf(parseSuiteQl(text), tables);
      kept.delete(text);
      // A query that uses the current time differs with each call.
      if (!/sysdate|current_date|systimestamp/i.test(text)) kept.set(text, { version: tables.version(), result });
      for (const old of [...kept.keys()].slice(0, -MOST_KEPT)) kept.delete(old);
      return result;
    },
  };
}

function resultOf(query: SqlQuery, tables: SqlTables): Result {
  const scope: Scope = {
    all: tables,
    tables: [query.from, ...query.joins.map(({ table }) => table)].map(({ name, alias }) => {
      const table = tables.table(name);
      if (!table) throw new InvalidQuery(`Record '${name}' was not found.`);
      return { alias, table };
    }),
    run(inner) {
      const { rows, count } = resultOf(inner, tables);
      return rows(0, count);
    },
  };
  const found = matchingRows(query, scope);
  const columns = query.columns ?? (scope.tables[0]?.table.columns ?? []).map((name) => ({ expression: columnNamed(name), name }));
  const names = columns.map(({ name }) => name);
  if (columns.some(({ expression }) => isAggregate(expression))) {
    const row = columns.map(({ expression }) => aggregated(expression, found, scope));
    return { columns: names, count: 1, rows: (from, to) => [row].slice(from, to) };
  }
  const compiled = columns.map(({ expression }) => compile(expression, scope));
  const ordered = inOrder(found, query, scope);
  const project = (row: Row) => compiled.map((column) => column(row));
  if (query.isDistinct) {
    const distinct = new Map(ordered.map((row) => [JSON.stringify(project(row).map(textOf)), project(row)]));
    const rows = [...distinct.values()];
    return { columns: names, count: rows.length, rows: (from, to) => rows.slice(from, to) };
  }
  const most = query.most === null ? ordered : ordered.slice(0, query.most);
  return { columns: names, count: most.length, rows: (from, to) => most.slice(from, to).map(project) };
}

function matchingRows(query: SqlQuery, scope: Scope): readonly Row[] {
  const [first] = scope.tables;
  if (!first) return [];
  let rows: readonly Row[] = candidates(first.table, query.where, scope).map((record) => [record]);
  for (const [index, { on, isLeft }] of query.joins.entries()) {
    const joined = scope.tables[index + 1]?.table;
    if (joined) rows = join(rows, joined, index + 1, on, isLeft, scope);
  }
  if (!query.where) return rows;
  const holds = compile(query.where, scope);
  return rows.filter((row) => holds(row) === 1);
}

/** Rows of the first table that may match the condition. */
function candidates(table: SqlTable, where: Expression | null, scope: Scope): readonly object[] {
  const conditions = where ? conjuncts(where) : [];
  for (const condition of conditions) {
    const exact = equality(condition, scope);
    if (!exact) continue;
    const found = exact.values.map((value) => table.withValue(exact.column, value));
    if (found.every((rows) => rows !== null)) return [...new Set(found.flat())];
  }
  for (const condition of conditions) {
    if (condition.kind !== 'binary' || !['>', '>='].includes(condition.operator)) continue;
    if (condition.left.kind !== 'column' || !isConstant(condition.right) || placeOf(condition.left, scope).index !== 0) continue;
    const found = table.since(condition.left.name, constantOf(condition.right, scope));
    if (found) return found;
  }
  return table.all();
}

/** `column = value`, `LOWER(column) = value` or `column IN (values)` on the first table. */
function equality(condition: Expression, scope: Scope): { column: string; values: SqlValue[] } | null {
  const isEqual = condition.kind === 'binary' && condition.operator === '=';
  if (!isEqual && condition.kind !== 'in') return null;
  const given = condition.kind === 'in' ? condition.of : condition.left;
  const side = given.kind === 'call' && ['LOWER', 'UPPER'].includes(given.name) ? given.parameters[0] : given;
  const others = condition.kind === 'in' ? condition.list : [condition.right];
  if (side?.kind !== 'column' || placeOf(side, scope).index !== 0 || !others.every(isConstant)) return null;
  if (others.some(({ kind }) => kind === 'query') && condition.kind === 'in') return null;
  return { column: side.name, values: others.map((one) => constantOf(one, scope)) };
}

function conjuncts(expression: Expression): Expression[] {
  if (expression.kind !== 'binary' || expression.operator !== 'AND') return [expression];
  return [...conjuncts(expression.left), ...conjuncts(expression.right)];
}

function join(rows: readonly Row[], table: SqlTable, index: number, on: Expression, isLeft: boolean, scope: Scope): Row[] {
  const holds = compile(on, scope);
  const key = joinKey(on, index, scope);
  return rows.flatMap((row): Row[] => {
    const few = key ? table.withValue(key.column, key.value(row)) : null;
    const found = (few ?? table.all()).map((record) => [...row, record]).filter((joined) => holds(joined) === 1);
    return found.length === 0 && isLeft ? [[...row, null]] : found;
  });
}

/** The joined table's column that equals a value from the tables before it. */
function joinKey(on: Expression, index: number, scope: Scope): { column: string; value: Compiled } | null {
  for (const condition of conjuncts(on)) {
    if (condition.kind !== 'binary' || condition.operator !== '=') continue;
    for (const [one, other] of [
      [condition.left, condition.right],
      [condition.right, condition.left],
    ] as const) {
      if (one.kind !== 'column' || other.kind !== 'column') continue;
      if (placeOf(one, scope).index === index && placeOf(other, scope).index < index)
        return { column: one.name, value: compile(other, scope) };
    }
  }
  return null;
}

function inOrder(rows: readonly Row[], { orderBy, columns }: SqlQuery, scope: Scope): readonly Row[] {
  const [first] = orderBy;
  // Rows come in id order.
  const isById = orderBy.length === 1 && first?.expression.kind === 'column' && first.expression.name === 'id' && !first.isDescending;
  if (orderBy.length === 0 || (isById && scope.tables.length === 1 && isRising(rows, scope))) return rows;
  const keys = orderBy.map(({ expression, isDescending }) => {
    const renamed = expression.kind === 'column' ? columns?.find(({ name }) => name === expression.name)?.expression : undefined;
    return { read: compile(renamed ?? expression, scope), sign: isDescending ? -1 : 1 };
  });
  const keyed = rows.map((row) => ({ row, values: keys.map(({ read }) => read(row)) }));
  keyed.sort((a, b) => {
    for (const [index, { sign }] of keys.entries()) {
      const order = orderValues(a.values[index] ?? null, b.values[index] ?? null);
      if (order !== 0) return sign * order;
    }
    return 0;
  });
  return keyed.map(({ row }) => row);
}

function isRising(rows: readonly Row[], { tables }: Scope): boolean {
  const read = tables[0]?.table.reader('id');
  let before = Number.NEGATIVE_INFINITY;
  for (const [record] of rows) {
    const id = Number(record && read ? read(record) : 0);
    if (id < before) return false;
    before = id;
  }
  return true;
}

const AGGREGATES = ['MAX', 'MIN', 'COUNT', 'SUM', 'AVG'];

function isAggregate(expression: Expression): boolean {
  return expression.kind === 'call' && AGGREGATES.includes(expression.name);
}

function aggregated(expression: Expression, rows: readonly Row[], scope: Scope): SqlValue {
  if (expression.kind !== 'call' || !isAggregate(expression)) throw new InvalidQuery('Not a single-group group function.');
  if (expression.isOfAll) return rows.length;
  const [parameter] = expression.parameters;
  if (!parameter) throw new InvalidQuery(`${expression.name} takes a value.`);
  const read = compile(parameter, scope);
  const values = rows.map(read).filter((value) => value !== null);
  const sum = () => values.reduce<number>((all, value) => all + Number(value), 0);
  switch (expression.name) {
    case 'COUNT':
      return values.length;
    case 'SUM':
      return values.length === 0 ? null : sum();
    case 'AVG':
      return values.length === 0 ? null : sum() / values.length;
    default: {
      const sign = expression.name === 'MAX' ? 1 : -1;
      return values.reduce<SqlValue>((best, value) => (best === null || sign * (compareValues(value, best) ?? 0) > 0 ? value : best), null);
    }
  }
}

function columnNamed(name: string): Expression {
  return { kind: 'column', table: null, name };
}
