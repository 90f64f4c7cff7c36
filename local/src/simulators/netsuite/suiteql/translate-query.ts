import { InvalidQuery } from '../../query/invalid-query.ts';

export interface TranslatedQuery {
  sql: string;
  /** The query's texts, which `?1`, `?2` … stand for. */
  texts: string[];
}

const BRACKETS = String.raw`\((?:[^()]|\([^()]*\))*\)`;
const OPERAND = String.raw`(?:\?\d+|[\w.]+)(?:${BRACKETS})?`;
const CONCATENATION = new RegExp(String.raw`${OPERAND}(?:\s*\|\|\s*${OPERAND})+`, 'g');
/** A column of dates, or its day. */
const DATE = String.raw`(?:TRUNC\(\s*)?\b[\w.]*date\w*(?:\s*\))?`;
const COMPARISON = String.raw`\s*[<>!=]{1,2}\s*`;
const DATE_COMPARISON = new RegExp(
  String.raw`${DATE}(?:${COMPARISON}\?\d+|\s+(?:NOT\s+)?(?:BETWEEN\s+\?\d+\s+AND\s+\?\d+|IN\s*\([?\d,\s]+\)))|\?\d+${COMPARISON}${DATE}`,
  'gi',
);
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
  const sql = withoutTexts
    .replaceAll(
      /BUILTIN\.DF\(\s*((?:\w+\.)?(\w+))\s*\)/gi,
      (_, place: string, column: string) => `display('${column.toLowerCase()}', ${place})`,
    )
    // A text compared with a date is a date.
    .replaceAll(DATE_COMPARISON, (comparison) => comparison.replaceAll(/\?\d+/g, 'to_date($&)'))
    .replaceAll(/\b(?:SYSDATE|CURRENT_DATE|SYSTIMESTAMP)\b(?!\()/gi, 'sysdate()')
    .replaceAll(/(?<!")\btransaction\b(?!")/gi, '"transaction"')
    .replaceAll('/', '* 1.0 /')
    .replaceAll(CONCATENATION, (operands) => `concat(${operands.replaceAll('||', ',')})`)
    .replaceAll(/\bFETCH\s+(?:FIRST|NEXT)\s+(\d+)\s+ROWS?\s+ONLY\b/gi, 'LIMIT $1')
    .replace(ORDER, (_, words: string, keys: string, limit = '') => words + nullsLast(keys) + limit);
  return { sql, texts };
}

/** Null is greater than everything else. */
function nullsLast(keys: string): string {
  return keys
    .split(/,(?![^(]*\))/)
    .map((key) => (/\bNULLS\s/i.test(key) ? key : `${key} NULLS ${/\bDESC\s*$/i.test(key) ? 'FIRST' : 'LAST'}`))
    .join(',');
}
