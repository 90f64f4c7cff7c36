import { InvalidQuery } from '../../query/invalid-query.ts';

export interface TranslatedQuery {
  sql: string;
  /** The query's texts, which `?1`, `?2` … stand for. */
  texts: string[];
}

const BRACKETS = String.raw`\((?:[^()]|\([^()]*\))*\)`;
const OPERAND = String.raw`(?:\?\d+|[\w.]+)(?:${BRACKETS})?`;
const CONCATENATION = new RegExp(String.raw`${OPERAND}(?:\s*\|\|\s*${OPERAND})+`, 'g');
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
    .replaceAll(/(\w*date\w*\s*[<>!=]{1,2}\s*)(\?\d+)/gi, '$1to_date($2)')
    .replaceAll(/(\w*date\w*\s+between\s+)(\?\d+)(\s+and\s+)(\?\d+)/gi, '$1to_date($2)$3to_date($4)')
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
