import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant, ownerId } from './columns.ts';
import { users } from './users.ts';

/** Files that people uploaded; their bytes are in the file store under their id. */
export const storedFiles = pgTable(
  'stored_files',
  {
    id: uuid('id').primaryKey(),
    ownerUserId: ownerId('owner_user_id')
      .notNull()
      .references(() => users.id),
    fileName: text('file_name').notNull(),
    contentType: text('content_type').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('stored_files_owner').on(table.ownerUserId, table.fileName, table.createdAt)],
);

export type StoredFileRow = typeof storedFiles.$inferSelect;
