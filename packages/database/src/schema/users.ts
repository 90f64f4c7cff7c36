import type { DashboardType } from '@portage/contracts';
import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, ownerId } from './columns.ts';

/** Spec AUTH-52; an absent member sets no limit. */
export interface WorkflowQuotaSettings {
  maxWorkflowInstancesPerDay?: number | null;
  maxWorkflowInstancesPerMinute?: number | null;
  maxWorkflowInstanceDuration?: number | null;
  maxStepInstancesPerWorkflowInstance?: number | null;
}

export const ADMIN_ROLE = 'ADMIN';

/** Spec AUTH-51. An e-mail address is unique among users that aren't deleted, in any letter case. */
export const users = pgTable(
  'users',
  {
    id: ownerId('id').primaryKey(),
    email: text('email').notNull(),
    emailConfirmed: boolean('email_confirmed').notNull().default(false),
    /**
     * Signed up, and nobody has shown yet that they hold both the account and its mailbox: what is in it may belong to a stranger who
     * signed up with another person's address.
     */
    isUnproven: boolean('is_unproven').notNull().default(false),
    passwordHash: text('password_hash').notNull(),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    jobTitle: text('job_title'),
    companyName: text('company_name'),
    roles: text('roles').array().notNull().default(sql`'{}'::text[]`),
    scopes: text('scopes').array().notNull().default(sql`'{}'::text[]`),
    /** Spec AUTH-30: whether the person may use workflows; sent as `hasWorkflow`. */
    hasWorkflowAccess: boolean('has_workflow_access').notNull().default(true),
    workflowQuotaSettings: jsonb('workflow_quota_settings').$type<WorkflowQuotaSettings>().notNull().default({}),
    billingDetails: jsonb('billing_details').$type<Record<string, unknown>>(),
    dashboardType: text('dashboard_type').$type<DashboardType>().notNull().default('None'),
    hideBilling: boolean('hide_billing').notNull().default(false),
    showIntegrationApplications: boolean('show_integration_applications').notNull().default(false),
    showAIChat: boolean('show_ai_chat').notNull().default(false),
    refCode: text('ref_code'),
    /** IANA name from the person's browser; null: not known yet. */
    timeZone: text('time_zone'),
    /** When the person closed the list of first steps; null: it is shown until all are done. */
    firstStepsClosedAt: instant('first_steps_closed_at'),
    createdAt: instant('created_at').notNull(),
    lastLoginAt: instant('last_login_at'),
    isDeleted: boolean('is_deleted').notNull().default(false),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    uniqueIndex('users_email_unique').on(sql`lower(${table.email})`).where(sql`not ${table.isDeleted}`),
    index('users_email_search').using('gin', sql`lower(${table.email}) gin_trgm_ops`),
    index('users_created').on(table.createdAt, table.id).where(sql`not ${table.isDeleted}`),
    // For the sweep of their runs.
    index('users_deleted').on(table.deletedAt).where(sql`${table.isDeleted}`),
  ],
);

export type UserRow = typeof users.$inferSelect;
export type NewUserRow = Omit<typeof users.$inferInsert, 'id'> & { id: string };
