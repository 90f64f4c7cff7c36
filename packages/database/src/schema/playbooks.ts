import { sql } from 'drizzle-orm';
import { boolean, index, integer, json, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant, ownerId } from './columns.ts';
import { users } from './users.ts';

/** Spec PB-12: templates of playbooks. They hold no connectors and no secrets of any person. */
export const playbookTemplates = pgTable(
  'playbook_templates',
  {
    /** The name of its folder, for templates that come with Portage. */
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    isActive: boolean('is_active').notNull(),
    customPlaybookType: text('custom_playbook_type'),
    integrationType: text('integration_type').$type<'Default' | 'IntegrationApplication'>().notNull(),
    connectorTypeIds: text('connector_type_ids').array().notNull(),
    /** A parsed `playbook.yaml`; not jsonb, so that it comes back exactly as stored. */
    definition: json('definition').$type<unknown>().notNull(),
    /** The text that the definition was parsed from, with its comments; null: the definition was changed without one. */
    yaml: text('yaml'),
    isSystem: boolean('is_system').notNull().default(false),
    /** When an admin changed a template that comes with Portage: newer builds leave it alone from then on. */
    editedAt: instant('edited_at'),
    /** Null for templates that come with Portage. */
    createdByUserId: uuid('created_by_user_id').references(() => users.id),
    createdAt: instant('created_at').notNull(),
    lastUpdatedAt: instant('last_updated_at').notNull(),
    isDeleted: boolean('is_deleted').notNull().default(false),
  },
  (table) => [index('playbook_templates_name').on(sql`lower(${table.name})`, table.id).where(sql`not ${table.isDeleted}`)],
);

/** Spec PB-13: one person's use of a template. */
export const playbooks = pgTable(
  'playbooks',
  {
    id: uuid('id').primaryKey(),
    ownerUserId: ownerId('owner_user_id').notNull(),
    playbookTemplateId: text('playbook_template_id').notNull(),
    /** The template's definition that the playbook uses. */
    definition: json('definition').$type<unknown>().notNull(),
    /** Spec PB-14, without its owner. */
    wizard: json('wizard').$type<unknown>().notNull(),
    /** Ids of its workflows by the template's ids for them; stored before a workflow is made. */
    workflowIds: json('workflow_ids').$type<Record<string, string>>().notNull(),
    /** What was last written of each workflow, by the same id, so that a person's manual changes stay. */
    applied: json('applied').$type<Record<string, unknown>>().notNull(),
    startedWorkflowIds: text('started_workflow_ids').array().notNull().default(sql`'{}'::text[]`),
    /** When the wizard was first turned into workflows. */
    convertedAt: instant('converted_at'),
    isPaused: boolean('is_paused').notNull().default(false),
    /** Grows with every write: the later of two simultaneous writers starts again from what the first one wrote. */
    revision: integer('revision').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    lastUpdatedAt: instant('last_updated_at').notNull(),
    isDeleted: boolean('is_deleted').notNull().default(false),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    // One per template and person, even with simultaneous requests.
    uniqueIndex('playbooks_owner_template_unique').on(table.ownerUserId, table.playbookTemplateId).where(sql`not ${table.isDeleted}`),
    index('playbooks_owner').on(table.ownerUserId, table.createdAt),
  ],
);

/** Without its text, which only its editor needs. */
export type PlaybookTemplateRow = Omit<typeof playbookTemplates.$inferSelect, 'yaml'>;
export type WrittenPlaybookTemplateRow = typeof playbookTemplates.$inferSelect;
export type NewPlaybookTemplateRow = typeof playbookTemplates.$inferInsert;
export type PlaybookRow = typeof playbooks.$inferSelect;
