import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { type Account, CLOCK_MS } from '../account.ts';
import { recordTypes, STATUSES } from '../record-types.ts';
import { displayName, findItemType, idOfReference } from '../record-view.ts';
import { dateFrom, formatValue, isDate, readDate, writeDate } from './dates.ts';

/** Defines Oracle's functions that SQLite lacks or implements differently. */
export function defineFunctions(database: DatabaseSync, account: Account): void {
  const define = (name: string, run: (...values: SQLInputValue[]) => SQLInputValue) =>
    database.function(name, { varargs: true, deterministic: !['sysdate', 'display'].includes(name) }, run);
  const unlessNull = (value: SQLInputValue | undefined, run: (text: string) => SQLInputValue) =>
    value === null || value === undefined ? null : run(formatValue(value));
  const toDate = (value: SQLInputValue = null, format: SQLInputValue = null) =>
    isDate(value) ? value : unlessNull(value, (text) => readDate(text, format === null ? null : String(format)));
  define('lower', (value) => unlessNull(value, (text) => text.toLowerCase()));
  define('upper', (value) => unlessNull(value, (text) => text.toUpperCase()));
  define('concat', (...values) => values.map(formatValue).join(''));
  const firstKnown = (...values: SQLInputValue[]) => values.find((value) => value !== null) ?? null;
  define('nvl', firstKnown);
  // SQLite's own needs at least two values.
  define('coalesce', firstKnown);
  // A date without its time is a whole number, too.
  define('trunc', (value = null) => (value === null ? null : Math.trunc(Number(value))));
  define('to_number', (value) => unlessNull(value, Number));
  define('to_date', toDate);
  define('to_timestamp', toDate);
  define('to_char', (value, format) => (isDate(value) && format ? writeDate(value, String(format)) : unlessNull(value, String)));
  define('sysdate', () => dateFrom(account.now() + CLOCK_MS));

  const references = Object.values(recordTypes).flatMap((type) => Object.entries(type.references ?? {}));
  const targets = new Map(references.map(([member, target]) => [member.toLowerCase(), target]));
  /** The text that people see instead of an id. */
  define('display', (column = null, value = null) => {
    const id = idOfReference(value);
    if (id === null) return null;
    if (column === 'status') return STATUSES[id] ?? null;
    const target = column === 'item' ? findItemType(account, id) : targets.get(String(column));
    return target === undefined ? value : displayName(account, target, id);
  });
}
