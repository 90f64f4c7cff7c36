import type { ApiKeyScope } from '@portage/contracts';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant, ownerId } from './columns.ts';
import { users } from './users.ts';

/** Keys with which a person's programs call the API. Only a hash is stored; a revoked key has no row. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid('id').primaryKey(),
    userId: ownerId('user_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    /** SHA-256 of the whole key, in hexadecimal digits. */
    keyHash: text('key_hash').notNull(),
    /** The end of the key, by which its owner recognises it. */
    lastFour: text('last_four').notNull(),
    scopes: text('scopes').array().$type<ApiKeyScope[]>().notNull(),
    createdAt: instant('created_at').notNull(),
    /** Written at most once a minute. */
    lastUsedAt: instant('last_used_at'),
    /** Absent: the key works until it is revoked. */
    expiresAt: instant('expires_at'),
  },
  (table) => [
    uniqueIndex('api_keys_hash_unique').on(table.keyHash),
    index('api_keys_user').on(table.userId, table.createdAt),
    index('api_keys_expires').on(table.expiresAt),
  ],
);

export type ApiKeyRow = typeof apiKeys.$inferSelect;
