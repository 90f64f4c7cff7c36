import { timestamp } from 'drizzle-orm/pg-core';

/** An instant with the precision of a JavaScript `Date`, so that a value read back compares equal. */
export function instant(name: string) {
  return timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
}
