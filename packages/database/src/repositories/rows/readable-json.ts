import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** U+0000 or half a character, as `JSON.stringify` writes them. */
const UNREADABLE = '\\\\u(0000|d[89a-f][0-9a-f]{2})';

/**
 * A json column for PostgreSQL's own functions. The column stores people's texts unchanged, but PostgreSQL can't parse JSON that holds
 * U+0000 or half a character; here each becomes U+FFFD.
 */
export function readableJson(column: SQLWrapper): SQL {
  // An escaped backslash is rewritten first: in `\\u0000` it precedes plain text.
  const text = sql`replace(${column}::text, ${'\\\\'}, ${'\\u005c'})`;
  return sql`case when ${column}::text ~ ${UNREADABLE} then regexp_replace(${text}, ${UNREADABLE}, ${'\\\\ufffd'}, 'g')::json else ${column} end`;
}
