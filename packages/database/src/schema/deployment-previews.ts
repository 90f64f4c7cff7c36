import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { sessions } from './sessions.ts';

/** Versions of areas that only people with a link get. */
export const deploymentPreviews = pgTable(
  'deployment_previews',
  {
    /** Stays when the preview is deployed again, so that its link does, too. */
    id: uuid('id').primaryKey(),
    area: text('area').notNull(),
    name: text('name').notNull(),
    version: text('version').notNull(),
    createdAt: instant('created_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    /** Who deployed it last: a person's address or a deploy token's name. */
    by: text('by').notNull(),
  },
  (table) => [uniqueIndex('deployment_previews_name_unique').on(table.area, table.name)],
);

/** Which previews a session has opened: one of each area. */
export const openedPreviews = pgTable(
  'opened_previews',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    area: text('area').notNull(),
    previewId: uuid('preview_id')
      .notNull()
      .references(() => deploymentPreviews.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.area] }), index('opened_previews_preview').on(table.previewId)],
);

export type DeploymentPreviewRow = typeof deploymentPreviews.$inferSelect;
