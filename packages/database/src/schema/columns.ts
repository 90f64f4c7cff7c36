import type { OwnerId } from '@portage/contracts';
import { customType, timestamp, uuid } from 'drizzle-orm/pg-core';

/** An instant with the precision of a JavaScript `Date`, so that a value read back compares equal. */
export function instant(name: string) {
  return timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
}

/** A person's id. Only rows make an `OwnerId`. */
export function ownerId(name: string) {
  return uuid(name).$type<OwnerId>();
}

/** Words for an index, without positions. */
export const wordVector = customType<{ data: string }>({ dataType: () => 'tsvector' });
