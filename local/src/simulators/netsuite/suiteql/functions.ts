import type { SqlTables } from './sql-table.ts';
import { InvalidQuery, SqlDate, type SqlValue } from './syntax.ts';
import { calculate, dayOf, readDate, textOf, writeDate } from './values.ts';

type SqlFunction = (values: readonly SqlValue[], tables: Pick<SqlTables, 'nowMs'>) => SqlValue;

/** Functions of one row; aggregates (MAX, COUNT) are in ./run-query.ts. */
export const functions: Readonly<Record<string, SqlFunction>> = {
  LOWER: ([value = null]) => (value === null ? null : textOf(value).toLowerCase()),
  UPPER: ([value = null]) => (value === null ? null : textOf(value).toUpperCase()),
  TRIM: ([value = null]) => (value === null ? null : textOf(value).trim()),
  LENGTH: ([value = null]) => (value === null ? null : textOf(value).length),
  CONCAT: ([left = null, right = null]) => calculate('||', left, right),
  SUBSTR: ([value = null, from = 1, length = null]) => {
    if (value === null) return null;
    const start = Number(from) - 1;
    return textOf(value).slice(start, length === null ? undefined : start + Number(length));
  },
  NVL: firstKnown,
  COALESCE: firstKnown,
  ABS: ([value = null]) => (value === null ? null : Math.abs(Number(value))),
  ROUND: ([value = null, digits = 0]) => {
    if (value === null || value instanceof SqlDate) return value;
    const factor = 10 ** Number(digits);
    return Math.round(Number(value) * factor) / factor;
  },
  TRUNC: ([value = null]) => {
    if (value instanceof SqlDate) return new SqlDate(Math.floor(value.ms / 86_400_000) * 86_400_000);
    return value === null ? null : Math.trunc(Number(value));
  },
  TO_NUMBER: ([value = null]) => (value === null ? null : Number(value)),
  TO_DATE: toDate,
  TO_TIMESTAMP: toDate,
  TO_CHAR: ([value = null, format]) => {
    if (value === null) return null;
    return value instanceof SqlDate && typeof format === 'string' ? writeDate(value, format) : textOf(value);
  },
  SYSDATE: (_, { nowMs }) => new SqlDate(nowMs()),
};

function firstKnown(values: readonly SqlValue[]): SqlValue {
  return values.find((value) => value !== null) ?? null;
}

function toDate([value = null, format]: readonly SqlValue[]): SqlValue {
  if (value === null || value instanceof SqlDate) return value;
  if (typeof format === 'string') return readDate(textOf(value), format);
  const ms = dayOf(textOf(value));
  if (ms === null) throw new InvalidQuery(`"${textOf(value)}" is no date.`);
  return new SqlDate(ms);
}
