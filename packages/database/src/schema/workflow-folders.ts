import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant, ownerId } from './columns.ts';
import { users } from './users.ts';

/** A person's workflow folders, one level deep. A deleted folder keeps its row for a day, so that Undo can restore it. */
export const workflowFolders = pgTable(
  'workflow_folders',
  {
    id: uuid('id').primaryKey(),
    ownerUserId: ownerId('owner_user_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull(),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    uniqueIndex('workflow_folders_name_unique').on(table.ownerUserId, sql`lower(${table.name})`).where(sql`${table.deletedAt} is null`),
    index('workflow_folders_deleted').on(table.deletedAt).where(sql`${table.deletedAt} is not null`),
  ],
);

export type WorkflowFolderRow = typeof workflowFolders.$inferSelect;
