import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** `text` somewhere inside the column, whatever the letter case; no condition when nothing is looked for. */
export function containsText(column: PgColumn | SQL, text: string | undefined): SQL | undefined {
  if (!text) return undefined;
  return sql`lower(${column}) like ${`%${escapeLike(text.toLowerCase())}%`}`;
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** Ids are UUIDs; any other text matches no row instead of making the statement fail. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
}
