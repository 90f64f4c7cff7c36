import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

const MARKS = /[\u0300-\u036f]/g;

/** True if the column contains `text`, in any letter case; no condition when `text` is empty. */
export function containsText(column: PgColumn | SQL, text: string | undefined): SQL | undefined {
  if (!text) return undefined;
  return sql`lower(${column}) like ${`%${escapeLike(text.toLowerCase())}%`}`;
}

/** Like `containsText`, ignoring accents: "jose" finds "José". No index helps here, so it is for tables of one owner. */
export function containsFolded(column: PgColumn | SQL, text: string | undefined): SQL | undefined {
  const folded = text?.normalize('NFD').replace(MARKS, '');
  return containsText(sql`regexp_replace(normalize(${column}, NFD), '[\u0300-\u036f]', '', 'g')`, folded);
}

export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** Ids are UUIDs; other texts match no row instead of failing the statement. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
}
