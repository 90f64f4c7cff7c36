import { InvalidQuery } from '../../query/invalid-query.ts';

export interface TranslatedQuery {
  sql: string;
  /** The query's texts, which `?1`, `?2` … stand for. */
  texts: string[];
}

const BRACKETS = String.raw`\((?:[^()]|\([^()]*\))*\)`;
const OPERAND = String.raw`(?:\?\d+|\b[\w.]+)(?:${BRACKETS})?`;
const CONCATENATION = new RegExp(String.raw`${OPERAND}(?:\s*\|\|\s*${OPERAND})+`, 'g');
/** A column of dates, or its day. */
const DATE = String.raw`(?:TRUNC\(\s*)?\b[\w.]{0,99}date\w{0,99}(?:\s*\))?`;
const COMPARISON = String.raw`\s*[<>!=]{1,2}\s*`;
const DATE_COMPARISON = new RegExp(
  String.raw`${DATE}(?:${COMPARISON}\?\d+|\s+(?:NOT\s+)?IN\s*\([?\d,\s]+\))|\?\d+${COMPARISON}${DATE}`,
  'gi',
);
const SUM = String.raw`${OPERAND}(?:\s*[-+]\s*${OPERAND})*`;
const DATES_BETWEEN = new RegExp(String.raw`(${DATE}\s+(?:NOT\s+)?BETWEEN\s+)(${SUM})(\s+AND\s+)(${SUM})`, 'gi');
const COLUMNS = new RegExp(String.raw`^\s*SELECT\s+((?:[^()]|${BRACKETS})*?)\s+FROM\b`, 'i');
const COLUMN = new RegExp(`(?:[^(),]|${BRACKETS})+`, 'g');
const FIELD = /^\s*(?!(?:SYSDATE|CURRENT_DATE|SYSTIMESTAMP|NULL)\b)[a-z][\w.]*(?:\s+(?:AS\s+)?"?\w+"?)?\s*$/i;
const ORDER = new RegExp(String.raw`(\bORDER\s+BY\s+)((?:[^()]|${BRACKETS})*?)(\s+LIMIT\s+\d+\s*)?$`, 'i');

/**
 * SuiteQL as SQLite understands it. SQLite parses and checks it; only what Oracle does differently is replaced: names,
 * division of whole numbers, null in texts and orders, and dates. @throws InvalidQuery
 */
export function translateQuery(query: string): TranslatedQuery {
  const texts: string[] = [];
  const withoutTexts = query
    .replaceAll(/'((?:[^']|'')*)'/g, (_, text: string) => `?${texts.push(text.replaceAll("''", "'"))}`)
    .replace(/;\s*$/, '');
  const [foreign] = /;|\blimit\b/i.exec(withoutTexts) ?? [];
  if (foreign) throw new InvalidQuery(`Unexpected "${foreign}".`);
  checkGroups(withoutTexts);
  const sql = withoutTexts
    .replaceAll(
      /BUILTIN\.DF\(\s*((?:\w+\.)?(\w+))\s*\)/gi,
      (_, place: string, column: string) => `display('${column.toLowerCase()}', ${place})`,
    )
    // A text compared with a date is a date.
    .replaceAll(DATE_COMPARISON, (comparison) => comparison.replaceAll(/\?\d+/g, 'to_date($&)'))
    .replaceAll(DATES_BETWEEN, (_, column: string, from: string, and: string, to: string) => column + asDate(from) + and + asDate(to))
    .replaceAll(/\b(?:SYSDATE|CURRENT_DATE|SYSTIMESTAMP)\b(?!\()/gi, 'sysdate()')
    .replaceAll(/(?<!")\btransaction\b(?!")/gi, '"transaction"')
    .replaceAll('/', '* 1.0 /')
    .replaceAll(CONCATENATION, (operands) => `concat(${operands.replaceAll('||', ',')})`)
    .replaceAll(/\bFETCH\s+(?:FIRST|NEXT)\s+(\d+)\s+ROWS?\s+ONLY\b/gi, 'LIMIT $1')
    .replace(ORDER, (_, words: string, keys: string, limit = '') => words + nullsLast(keys) + limit);
  return { sql, texts };
}

/** Without groups, a query of totals has no other fields: SQLite would take them from any row. @throws InvalidQuery */
function checkGroups(query: string): void {
  const columns: string[] = COLUMNS.exec(query)?.[1]?.match(COLUMN) ?? [];
  const hasTotal = columns.some((column) => /\b(?:COUNT|SUM|AVG|MIN|MAX)\s*\(/i.test(column) && !/\(\s*SELECT\b/i.test(column));
  if (hasTotal && columns.some((column) => FIELD.test(column)) && !/\bGROUP\s+BY\b/i.test(query))
    throw new InvalidQuery('Not a single-group group function.');
}

function asDate(part: string): string {
  return part.replace(/^\?\d+$/, 'to_date($&)');
}

/** Null is greater than everything else. */
function nullsLast(keys: string): string {
  return keys
    .split(/,(?![^(]*\))/)
    .map((key) => (/\bNULLS\s/i.test(key) ? key : `${key} NULLS ${/\bDESC\s*$/i.test(key) ? 'FIRST' : 'LAST'}`))
    .join(',');
}
