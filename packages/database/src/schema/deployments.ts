import type { ReportOutcome } from '@portage/contracts';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, ownerId } from './columns.ts';

/** Which versions of an area or a Worker people get: the source of truth for the published registry. */
export const deployments = pgTable('deployments', {
  name: text('name').primaryKey(),
  liveVersion: text('live_version'),
  /** The version that a rollback returns to. */
  previousVersion: text('previous_version'),
  /** Since when the live version is on trial; absent: it was live before. */
  onTrialSince: instant('on_trial_since'),
  canaryVersion: text('canary_version'),
  canaryPercent: integer('canary_percent'),
  canarySince: instant('canary_since'),
  isHeld: boolean('is_held').notNull().default(false),
  /** Versions that were taken back, the latest last. */
  badVersions: jsonb('bad_versions').$type<string[]>().notNull().default([]),
  /** Grows by one with every change of this row. */
  revision: integer('revision').notNull().default(0),
});

export interface DeployedFile {
  path: string;
  sha256: string;
  bytes: number;
}

export interface DeployedSource {
  commit: string;
  /** ISO instant. */
  committedAt: string;
  branch: string | null;
  isDirty: boolean;
  pipeline: string | null;
}

/** What an area's scripts use of the contract with the API and the shell. */
export interface ContractUses {
  calls: string[];
  /** Names of fields of these calls. */
  fields: string[];
  /** Services of the page. */
  host: string[];
}

/** Versions that were uploaded and checked. A version never changes. */
export const deploymentVersions = pgTable(
  'deployment_versions',
  {
    name: text('name').notNull(),
    version: text('version').notNull(),
    files: jsonb('files').$type<DeployedFile[]>().notNull(),
    /** Subresource Integrity of the files that browsers load first; absent for Workers. */
    integrity: jsonb('integrity').$type<{ manifest: string; remoteEntry: string }>(),
    /** For an area what it needs from the shell, for the shell what it offers. */
    shared: jsonb('shared').$type<Record<string, string>>().notNull(),
    sizeBrotliBytes: integer('size_brotli_bytes').notNull(),
    contractVersion: text('contract_version'),
    /** What it was built from; absent if its deployer's checkout has no Git. */
    source: jsonb('source').$type<DeployedSource>(),
    /** Of an area of another repository. */
    menuLabel: text('menu_label'),
    /** Absent for Workers, and for areas uploaded before it was recorded. */
    uses: jsonb('uses').$type<ContractUses>(),
    uploadedAt: instant('uploaded_at').notNull(),
    by: text('by'),
    /** Uploaded for a preview, and nobody has had it otherwise. */
    isPreview: boolean('is_preview').notNull().default(false),
    /** Its files were deleted. */
    removedAt: instant('removed_at'),
  },
  (table) => [primaryKey({ columns: [table.name, table.version] })],
);

/** The history of deployments. Rows are only added. */
export const deploymentHistory = pgTable(
  'deployment_history',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    name: text('name').notNull(),
    at: instant('at').notNull(),
    /** A person’s address or a deploy token’s name; absent: Portage itself. */
    by: text('by'),
    action: text('action').notNull(),
    version: text('version').notNull(),
    fromVersion: text('from_version'),
    percent: integer('percent'),
    note: text('note'),
  },
  (table) => [index('deployment_history_name').on(table.name, table.id)],
);

/** Who loaded a version, and the worst result it had for them. */
export const deploymentReports = pgTable(
  'deployment_reports',
  {
    name: text('name').notNull(),
    version: text('version').notNull(),
    userId: ownerId('user_id').notNull(),
    outcome: text('outcome').$type<ReportOutcome>().notNull(),
    message: text('message'),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.version, table.userId] }), index('deployment_reports_at').on(table.at)],
);

/** One row: the current revision, and the published one. */
export const deploymentRegistry = pgTable('deployment_registry', {
  id: integer('id').primaryKey(),
  revision: integer('revision').notNull(),
  publishedRevision: integer('published_revision').notNull(),
});

export interface DeploymentSetPart {
  name: string;
  live: string;
  canary: { version: string; percent: number } | null;
}

/** Everything that was live after a change, by the registry's revision. Rows are only added; the last one is what people get. */
export const deploymentSets = pgTable('deployment_sets', {
  number: integer('number').primaryKey(),
  at: instant('at').notNull(),
  /** A person's address or a deploy token's name; absent: Portage itself. */
  by: text('by'),
  action: text('action').notNull(),
  note: text('note'),
  /** The contract of the API that made the change. */
  contractVersion: text('contract_version'),
  /** Areas and Workers that have a live version, by name. */
  parts: jsonb('parts').$type<DeploymentSetPart[]>().notNull(),
});

/** What is frozen: its live versions are changed only with an override. Past ones are replaced by the next. */
export const deploymentFreezes = pgTable('deployment_freezes', {
  /** An area or Worker; `all`: every one. */
  name: text('name').primaryKey(),
  endsAt: instant('ends_at').notNull(),
  reason: text('reason').notNull(),
  at: instant('at').notNull(),
  by: text('by').notNull(),
});

export type DeploymentFreezeRow = typeof deploymentFreezes.$inferSelect;
export type DeploymentSetRow = typeof deploymentSets.$inferSelect;
export type DeploymentRow = typeof deployments.$inferSelect;
export type DeploymentVersionRow = typeof deploymentVersions.$inferSelect;
export type DeploymentHistoryRow = typeof deploymentHistory.$inferSelect;
