import type { WorkflowStep } from '@portage/workflow';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, json, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { users } from './users.ts';

/** Spec TPL-01: templates that admins offer to everyone. They hold no connectors and no secrets of any person. */
export const workflowTemplates = pgTable(
  'workflow_templates',
  {
    /** A short name for templates that come with Portage, otherwise a UUID. */
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    description: text('description'),
    isActive: boolean('is_active').notNull(),
    isDashboard: boolean('is_dashboard').notNull().default(false),
    dashboardSourceConnectorTypeId: text('dashboard_source_connector_type_id'),
    /** Not jsonb, as in versions of workflows: that would reorder the keys of headers. */
    steps: json('steps').$type<WorkflowStep[]>().notNull(),
    /** The types that the steps name, each once, in order. */
    connectorTypeIds: text('connector_type_ids').array().notNull(),
    isSystem: boolean('is_system').notNull().default(false),
    /** Starters come first in lists, in this order; null: not a starter. */
    starterOrder: integer('starter_order'),
    /** When an admin changed a template that comes with Portage: newer builds leave it alone from then on. */
    editedAt: instant('edited_at'),
    /** Null for templates that come with Portage. */
    createdByUserId: uuid('created_by_user_id').references(() => users.id),
    createdAt: instant('created_at').notNull(),
    lastUpdatedAt: instant('last_updated_at').notNull(),
    isDeleted: boolean('is_deleted').notNull().default(false),
  },
  (table) => [
    // A template that comes with Portage may have a name that an admin has used, or adding it would fail.
    uniqueIndex('workflow_templates_name_unique')
      .on(sql`lower(${table.name})`)
      .where(sql`not ${table.isDeleted} and not ${table.isSystem}`),
    index('workflow_templates_name').on(sql`lower(${table.name})`, table.id).where(sql`not ${table.isDeleted}`),
    index('workflow_templates_listed').on(table.starterOrder, sql`lower(${table.name})`, table.id).where(sql`not ${table.isDeleted}`),
    index('workflow_templates_name_search').using('gin', sql`lower(${table.name}) gin_trgm_ops`),
  ],
);

export type WorkflowTemplateRow = typeof workflowTemplates.$inferSelect;
export type NewWorkflowTemplateRow = typeof workflowTemplates.$inferInsert;
